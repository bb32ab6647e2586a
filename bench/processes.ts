import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@zawadi/story/free-port';
import memory from '../ops/memory.json' with { type: 'json' };

/** Entry points of the product's own processes. */
export const API = resolve(import.meta.dirname, '../apps/api/src/server.ts');
const WORKER = resolve(import.meta.dirname, '../apps/api/src/worker.ts');

const READY_WITHIN_MS = 120_000;

export type Process = { url: string; pid: number; stop: () => Promise<void> };

/** Starts one of the measured servers in its own process, as in production. */
export async function startServer(entry: string, environment: Record<string, string>): Promise<Process> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return start(entry, { ...environment, PORT: String(port) }, `${url}/readyz`);
}

/** Starts the worker. The returned URL is the one of its metrics. */
export async function startWorker(environment: Record<string, string>, entry = WORKER): Promise<Process> {
  const port = await freePort();
  // The worker's metrics port is the one after the API's.
  const worker = { ...environment, METRICS_PORT: String(port - 1) };
  return start(entry, worker, `http://127.0.0.1:${port}/metrics`);
}

const KILOBYTES_PER_MEGABYTE = 1_024;
const FIELDS = { now: 'VmRSS', peak: 'VmHWM' };

/** Returns the resident memory of a process in megabytes, now or at its peak since the start. */
export function megabytesOf(pid: number, when: keyof typeof FIELDS): number {
  const line = new RegExp(`^${FIELDS[when]}:\\s+(\\d+) kB$`, 'mu');
  const [, kilobytes] = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / KILOBYTES_PER_MEGABYTE);
}

let profiles: string | undefined;

/** Makes every process that starts from now on write a CPU profile into the folder when it exits. */
export function profileInto(folder: string): void {
  profiles = folder;
}

function profiling(entry: string): string[] {
  if (profiles === undefined) return [];
  const name = `${basename(entry, '.ts')}-${Date.now()}.cpuprofile`;
  return ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}`];
}

async function start(entry: string, environment: Record<string, string>, readyUrl: string): Promise<Process> {
  const child = spawn(process.execPath, [...profiling(entry), ...memory.options, entry], {
    env: { ...process.env, ...memory.environment, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(readyUrl, child);
  return {
    url: new URL(readyUrl).origin,
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
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) throw new Error(`${url} did not become ready`);
    await pause(50);
  }
}
