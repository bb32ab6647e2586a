import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that the system assigns to outgoing connections. Otherwise another process could take the port
// between this check and the moment when the caller listens.
const LOWEST = 12_000;
const HIGHEST = 32_000;

/**
 * Finds a port of this machine on which no process listens.
 * @param count number of consecutive ports that must be free
 * @returns the first port
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
