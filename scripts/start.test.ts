import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockFolder } from './folder-lock.ts';

const BOOTSTRAP = join(import.meta.dirname, 'bootstrap.mjs');
let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zawadi-start-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('names the variable PORT if it is not a number', async () => {
  const { code, words } = await start({ PORT: 'four thousand' });
  expect(words).toMatch(/^PORT is not valid: .+\.$/);
  expect(code).toBe(1);
});

test('refuses a port in use with one sentence that says what to do', async () => {
  const { server, port } = await listen();
  const { code, words } = await start({ PORT: String(port) });
  server.close();
  expect(words).toBe(
    `The API needs port ${port}, which is taken by another program. Stop that one, or choose another port with PORT.`,
  );
  expect(code).toBe(1);
});

test('names the sandbox’s email server if its port is in use', async () => {
  const sandboxPort = await freePort(2);
  const { server } = await listen(sandboxPort + 1);
  const { code, words } = await start({ SANDBOX_PORT: String(sandboxPort) });
  server.close();
  expect(words).toMatch(
    /^The sandbox's mail server \(SANDBOX_PORT \+ 1\) needs port \d+, .* choose another port with SANDBOX_PORT\.$/u,
  );
  expect(code).toBe(1);
});

test('names the metrics endpoint if its port is in use', async () => {
  const metricsPort = await freePort(2);
  const { server } = await listen(metricsPort + 1);
  const { code, words } = await start({ METRICS_PORT: String(metricsPort) });
  server.close();
  expect(words).toMatch(
    /^The metrics server of the worker \(METRICS_PORT \+ 1\) needs port \d+, .* choose another port with METRICS_PORT\.$/u,
  );
  expect(code).toBe(1);
});

test('refuses a data folder of another PostgreSQL version with one sentence', async () => {
  mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '16\n');
  const { code, words } = await start({});
  expect(words).toMatch(/was made by PostgreSQL 16, .* Choose another folder with DATA_DIR/);
  expect(code).toBe(1);
});

test('keeps a data folder of another Zawadi version unchanged, and offers a new demo', async () => {
  const database = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(
    `create table kysely_migration (name text); insert into kysely_migration values ('0187_before')`,
  );
  await owner.end();
  await database.stop();
  const { code, words } = await start({});
  expect(words).toContain(
    'The database belongs to another version of Zawadi (its 0187_before is not of this one)',
  );
  expect(words).toContain(`To start the demo with new data, move ${dataDir} away.`);
  expect(code).toBe(1);
});

test('refuses a data folder that another start uses with one sentence', async () => {
  const lock = lockFolder(dataDir);
  const { code, words } = await start({});
  lock.release();
  expect(words).toMatch(
    /^The data folder .+ is in use by process \d+\. Stop that one first, or choose another folder/,
  );
  expect(code).toBe(1);
});

test('refuses an unreachable database with one sentence that hides its password', async () => {
  const { server, port } = await listen();
  await new Promise((closed) => server.close(closed));
  const address = `postgres://zawadi:very-secret@127.0.0.1:${port}/zawadi`;
  const { code, words } = await start({ DATABASE_URL: address, DATABASE_OWNER_URL: address });
  expect(words).toMatch(
    /DATABASE_OWNER_URL does not lead to a database: 127.0.0.1:\d+\/zawadi said "connect ECONNREFUSED/,
  );
  expect(words).not.toContain('very-secret');
  expect(code).toBe(1);
});

test('refuses an application database without its owner with one sentence', async () => {
  const { code, words } = await start({ DATABASE_URL: 'postgres://zawadi@127.0.0.1:1/zawadi' });
  expect(words).toContain(
    'Set both DATABASE_URL (application role) and DATABASE_OWNER_URL (migrations), or neither.',
  );
  expect(code).toBe(1);
});

test('A42 refuses a production start with the sandbox and the demo secret, with one sentence per mistake', async () => {
  const { code, words } = await start({ NODE_ENV: 'production' });
  expect(words.split('\n')).toEqual([
    expect.stringMatching(/^A production start needs PROVIDER=daraja/),
    expect.stringMatching(/^A production start needs its own APP_SECRET/),
    expect.stringMatching(/^A production start needs a PostgreSQL of its own/),
  ]);
  expect(code).toBe(1);
});

async function start(environment: Record<string, string>): Promise<{ code: number | null; words: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort(2)),
    ...environment,
  };
  const child = spawn(process.execPath, [BOOTSTRAP, 'start'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 25_000,
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const code = await new Promise<number | null>((closed) => child.once('close', closed));
  return { code, words: words.trim() };
}

async function listen(wanted = 0): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(wanted, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('A listening TCP server has an address.');
  return { server, port: address.port };
}
