import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range of ports that the system gives to connections. Otherwise another process's connection could take the
// port between this check and the caller's listening.
const LOWEST = 12_000;
const HIGHEST = 32_000;

/**
 * Finds a port of this machine that no process listens on now.
 * @param count how many neighbouring ports must be free
 * @returns the first of them
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST, HIGHEST - count);
    const wanted = Array.from({ length: count }, (_, index) => first + index);
    const tried = await Promise.all(wanted.map((port) => listen(port).catch(() => undefined)));
    const free = tried.filter((one) => one !== undefined);
    await Promise.all(free.map((one) => one.close()));
    if (free.length === count) return first;
  }
}

async function listen(port: number): Promise<{ close: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((settled, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', settled);
  });
  return { close: () => new Promise((closed) => void server.close(() => closed())) };
}
