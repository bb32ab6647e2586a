import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@zawadi/story/free-port';

/** Entry of the product's own API. */
export const API = resolve(import.meta.dirname, '../apps/api/src/server.ts');

const READY_WITHIN_MS = 30_000;

type Running = { child: ChildProcess; pid: number; stop: () => Promise<void> };

/**
 * One of the servers under load, in a process of its own as it would run.
 * @param options of Node
 */
export async function startServer(
  entry: string,
  environment: Record<string, string>,
  options: string[] = [],
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const { child, pid, stop } = startProcess(entry, { ...environment, PORT: String(port) }, options);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { url, pid, stop };
}

/** What serves nothing, such as the worker. */
export function startProcess(
  entry: string,
  environment: Record<string, string>,
  options: string[] = [],
): Running {
  const child = spawn(process.execPath, [...options, entry], {
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    child,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${url} ended before it was ready`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) throw new Error(`${url} did not become ready`);
    await pause(50);
  }
}
