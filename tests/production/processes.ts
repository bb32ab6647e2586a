import type { Sandbox } from '@zawadi/sandbox';
import { expect, vi } from 'vitest';
import type { Artefact, Part } from './artefact.ts';

const LEAVES_WITHIN_MS = 10_000;

/** Returns the settings of APIs and workers behind a proxy on this machine. */
export function settingsFor({ appUrl }: { appUrl: string }, sandbox: Sandbox): Record<string, string> {
  return {
    DATABASE_URL: appUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '3',
  };
}

/** Starts an API and waits until it is ready, as the upgrade guide says. */
export async function startApi(
  from: Artefact,
  port: number,
  settings: Record<string, string>,
): Promise<Part> {
  const api = from.run('api', { ...settings, PORT: String(port) });
  await api.untilPrinted('"msg":"serving"');
  const statusOf = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 60_000, interval: 50 });
  return api;
}

export async function startWorker(from: Artefact, settings: Record<string, string>): Promise<Part> {
  const worker = from.run('worker', settings);
  await worker.untilPrinted('"msg":"working"');
  return worker;
}

/** Stops a process as systemd does. */
export async function stop(part: Part): Promise<void> {
  const startedMs = performance.now();
  part.signal('SIGTERM');
  expect(await part.hasEnded).toMatchObject({ code: 0 });
  expect(performance.now() - startedMs).toBeLessThan(LEAVES_WITHIN_MS);
}
