import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@zawadi/story/free-port';
import { afterEach, beforeEach, expect, test } from 'vitest';

const other = createServer();
let taken = 0;
beforeEach(async () => {
  taken = await freePort(2);
  await new Promise<void>((listening) => other.listen(taken, '127.0.0.1', listening));
});
afterEach(() => new Promise((closed) => other.close(closed)));

test.each([
  ['server', 'PORT', () => ({ PORT: String(taken) })],
  ['server', 'METRICS_PORT', () => ({ METRICS_PORT: String(taken) })],
  ['worker', 'METRICS_PORT', () => ({ METRICS_PORT: String(taken - 1) })],
])('the %s names %s if another program uses its port', async (program, variable, ports) => {
  const [port, databasePort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(import.meta.dirname, `../${program}.ts`)], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: `postgres://zawadi@127.0.0.1:${databasePort}/zawadi`,
      ...ports(),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await text(child.stderr)).toMatch(
    new RegExp(`^The port of ${variable} is taken by another program \\(.*:${taken}\\)\\.\\n$`, 'u'),
  );
});
