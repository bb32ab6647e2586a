import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { FullConfig } from '@playwright/test';
import { freePort } from '@zawadi/story/free-port';
import { startEmbeddedPostgres } from '../scripts/embedded-postgres.ts';
import { NOT_DURABLE, makeThrowAwayFolder } from '../scripts/embedded-postgres/throw-away-folder.ts';
import { buildWebIfStale } from '../scripts/start/build-web.ts';
import type { SystemAddresses } from './helpers/addresses.ts';

const ROOT = resolve(import.meta.dirname, '..');
const READY_WITHIN_MS = 180_000;

/**
 * Starts one system per worker, as `npm start` does, on free ports and temporary folders, so that workers do not share
 * switches, phones or faults. Workers find the URLs of their system in environment variables. If ZAWADI_URL,
 * SANDBOX_URL and DATABASE_OWNER_URL are already set, all workers use that system instead.
 */
export default async function setUp({ workers }: FullConfig): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ZAWADI_URL'] !== undefined) return undefined;
  const running = new AsyncDisposableStack();
  try {
    // Build the web app once before the systems start. Otherwise each system would find it stale and build it.
    await buildWebIfStale(ROOT, (line) => process.stdout.write(`${line}\n`));
    const starts = await Promise.allSettled(Array.from({ length: workers }, () => startSystem(running)));
    for (const [worker, start] of starts.entries()) {
      if (start.status === 'rejected') throw start.reason;
      for (const [name, value] of Object.entries(start.value)) process.env[`${name}_${worker}`] = value;
    }
    return () => running.disposeAsync();
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

async function startSystem(running: AsyncDisposableStack): Promise<SystemAddresses> {
  const dataDir = makeThrowAwayFolder('zawadi-journeys-');
  running.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: NOT_DURABLE });
  running.defer(postgres.stop);
  const port = await freePort();
  const sandboxPort = await freePort(2);
  const system = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
    cwd: ROOT,
    // The closed IPC channel stops the system if this process is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: join(dataDir, 'system'),
      SEED: 'small',
      DATABASE_URL: postgres.appUrl,
      DATABASE_OWNER_URL: postgres.ownerUrl,
    },
  });
  running.defer(() => stop(system));
  await untilReady(system);
  return {
    ZAWADI_URL: `http://localhost:${port}`,
    SANDBOX_URL: `http://localhost:${sandboxPort}`,
    DATABASE_OWNER_URL: postgres.ownerUrl,
  };
}

async function untilReady(system: ChildProcess): Promise<void> {
  if (system.stdout === null) throw new Error('the system has no standard output');
  const said: string[] = [];
  const patience = setTimeout(() => void system.kill('SIGINT'), READY_WITHIN_MS);
  try {
    for await (const line of createInterface({ input: system.stdout })) {
      said.push(line);
      if (line === 'Zawadi is ready.') return;
    }
  } finally {
    clearTimeout(patience);
    system.stdout.resume();
  }
  throw new Error(`The system did not start:\n${said.join('\n')}`);
}

async function stop(system: ChildProcess): Promise<void> {
  if (system.exitCode !== null || system.signalCode !== null) return;
  const hasExited = new Promise<void>((settled) => void system.once('exit', () => settled()));
  system.kill('SIGINT');
  await hasExited;
}
