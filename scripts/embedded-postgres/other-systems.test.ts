import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identifyProcess, isRunning } from '../process-identity.ts';
import { dataFolderFor } from './cluster.ts';
import { chooseServerUser } from './server-user.ts';

const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
const getuid = process.getuid;

beforeEach(() => {
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
});
afterEach(() => {
  Object.defineProperty(process, 'platform', platform);
  if (getuid) process.getuid = getuid;
});

test('without /proc, recognises a running process by its start time, and a dead one', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  const identity = identifyProcess(child.pid ?? 0);
  expect(identity?.startedAtTicks).toMatch(/^\w{3} \w{3} \d+ \d\d:\d\d:\d\d \d{4}$/u);
  expect(identity && isRunning(identity)).toBe(true);
  const reused = { pid: child.pid ?? 0, startedAtTicks: 'Sun Nov 1 00:00:00 2026' };
  expect(isRunning(reused)).toBe(false);
  child.kill('SIGKILL');
  await new Promise((exited) => child.once('exit', exited));
  expect(identity && isRunning(identity)).toBe(false);
});

test('without /proc, gives PostgreSQL the absolute path of its folder', () => {
  expect(dataFolderFor(tmpdir())).toBe(realpathSync(tmpdir()));
});

test('refuses to run PostgreSQL as root where its unprivileged user has another number', () => {
  process.getuid = () => 0;
  expect(() => chooseServerUser()).toThrow('Start Zawadi as an ordinary user, without sudo.');
  process.getuid = () => 501;
  expect(chooseServerUser()).toBeUndefined();
});
