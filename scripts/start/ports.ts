import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartUpMistake } from '../start-up-mistake.ts';

/**
 * @param purpose what is to listen there, as the subject of a sentence
 * @param variable the environment variable that chooses the port
 * @param timeoutMs how long an earlier process of Zawadi may take to exit
 * @throws StartUpMistake when something else listens there
 */
export async function claimPort(input: {
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
