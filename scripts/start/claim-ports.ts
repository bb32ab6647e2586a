import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../apps/api/src/config/config.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

/**
 * Makes sure that no other program listens on our ports.
 *
 * @param options.timeoutMs how long an earlier process of Zawadi may take to exit
 * @param options.isHeld whether our parent process holds the port of the API for us
 * @throws StartUpMistake that names the program, the port and its variable
 */
export async function claimPorts(
  config: Config,
  { timeoutMs, isHeld }: { timeoutMs: number; isHeld: boolean },
): Promise<void> {
  const { host, port, sandboxPort } = config;
  if (!isHeld) await claimPort({ purpose: 'The API', variable: 'PORT', port, host, timeoutMs });
  const { api, worker } = config.metrics;
  for (const [purpose, own] of [
    ['The metrics server of the API', api],
    ['The metrics server of the worker (METRICS_PORT + 1)', worker],
  ] as const) {
    if (own) await claimPort({ purpose, variable: 'METRICS_PORT', ...own, timeoutMs });
  }
  if (config.provider !== 'sandbox') return;
  for (const [purpose, own] of [
    ['The sandbox', sandboxPort],
    ["The sandbox's mail server (SANDBOX_PORT + 1)", sandboxPort + 1],
  ] as const) {
    await claimPort({ purpose, variable: 'SANDBOX_PORT', port: own, host: '127.0.0.1', timeoutMs });
  }
}

/**
 * @param purpose the program that needs the port, as the subject of a sentence
 * @param variable the environment variable that selects the port
 * @param timeoutMs how long an earlier process of Zawadi may take to exit
 * @throws StartUpMistake if another program listens on the port
 */
async function claimPort(input: {
  purpose: string;
  variable: string;
  port: number;
  host: string;
  timeoutMs: number;
}): Promise<void> {
  const { purpose, variable, port, host, timeoutMs } = input;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const refusal = await tryToListen(port, host);
    if (refusal === undefined) return;
    if (refusal !== 'EADDRINUSE') {
      throw new StartUpMistake(
        `${purpose} cannot listen on ${host}:${port} (${refusal}). Choose another port with ${variable}.`,
      );
    }
    if (Date.now() >= deadline) {
      throw new StartUpMistake(
        `${purpose} needs port ${port}, which is taken by another program. Stop that one, or choose another port with ${variable}.`,
      );
    }
    await sleep(100);
  }
}

function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}
