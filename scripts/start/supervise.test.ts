import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@zawadi/story/free-port';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identifyProcess } from '../process-identity.ts';
import { supervise } from './supervise.ts';
import { openWaitingPage } from './waiting-page.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-supervise-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('restarts a killed process and prints a line, and a stop lets the process finish its work', async () => {
  const lines: string[] = [];
  const part = await supervise(
    { ...writePart(DRAINING), env: environment() },
    { ...quiet(), say: (line) => lines.push(line) },
  );
  const [first] = await pids(1);
  process.kill(first ?? 0, 'SIGKILL');
  const [, second] = await pids(2);
  expect(lines).toEqual(['The part exited unexpectedly (SIGKILL); restarting it.']);
  await part.stop();
  expect(identifyProcess(second ?? 0)).toBeUndefined();
  expect(readFileSync(join(folder, 'part.log'), 'utf8')).toContain('drained');
  expect(lines).toHaveLength(1);
});

test('ends the start with the last output of a process that cannot start', async () => {
  const part = writePart(`throw new Error('no such table: people');`);
  await expect(supervise({ ...part, env: environment() }, quiet())).rejects.toThrow(
    /The part did not start \(exit code 1\)\.\n[^]*no such table: people/,
  );
});

test('a process that takes over a port starts to listen after the port was released', async () => {
  const port = await freePort();
  const page = await openWaitingPage({ port, host: '127.0.0.1' });
  const lifetime = join(import.meta.dirname, '../../apps/api/src/platform/process-lifetime.ts');
  const code = `
    import { takeOverPort } from ${JSON.stringify(lifetime)};
    import { createServer } from 'node:http';
    await takeOverPort();
    createServer((_, response) => response.end()).listen(${port}, '127.0.0.1');`;
  const part = { ...writePart(code), env: environment(), readyUrl: `http://127.0.0.1:${port}/readyz` };
  const supervised = await supervise({ ...part, releasePort: async () => page?.close() }, quiet());
  await supervised.stop();
  expect(page).toBeDefined();
});

test('only the owner may read a process’s log, also if an earlier version created the log', async () => {
  for (const name of ['part.log', 'part.log.1']) {
    writeFileSync(join(folder, name), 'from before\n');
    chmodSync(join(folder, name), 0o644);
  }
  const part = await supervise({ ...writePart(DRAINING), env: environment() }, quiet());
  await pids(1);
  await part.stop();
  expect(modesIn(folder, ['part.log', 'part.log.1'])).toEqual(['600', '600']);
  rmSync(join(folder, 'part.log'));
  await (await supervise({ ...writePart(DRAINING), env: environment() }, quiet())).stop();
  expect(modesIn(folder, ['part.log'])).toEqual(['600']);
});

test('kill -9 of the parent ends the supervised processes', async () => {
  const part = JSON.stringify(writePart(DRAINING));
  const code = `
    import { supervise } from ${JSON.stringify(join(import.meta.dirname, 'supervise.ts'))};
    const signal = new AbortController().signal;
    await supervise({ ...${part}, env: process.env }, { logFolder: ${JSON.stringify(folder)}, say: console.log, signal });
    console.log('running');
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((ready) => parent.stdout.once('data', ready));
  const [pid] = await pids(1);
  parent.kill('SIGKILL');
  await until(() => identifyProcess(pid ?? 0) === undefined);
  expect(readFileSync(join(folder, 'part.log'), 'utf8')).toContain('drained');
});

const DRAINING = `
  setInterval(() => undefined, 1_000);
  process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
  console.log('pid ' + process.pid);
`;

function writePart(code: string): { name: string; entry: string } {
  const entry = join(folder, 'part.mjs');
  writeFileSync(entry, code);
  return { name: 'part', entry };
}

function environment(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'] };
}

function quiet() {
  return { logFolder: folder, say: () => undefined, signal: new AbortController().signal };
}

function modesIn(where: string, names: string[]): string[] {
  return names.map((name) => (statSync(join(where, name)).mode & 0o777).toString(8));
}

async function pids(count: number): Promise<number[]> {
  const read = (): number[] =>
    [...readFileSync(join(folder, 'part.log'), 'utf8').matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  await until(() => read().length >= count);
  return read();
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await sleep(20);
  }
}
