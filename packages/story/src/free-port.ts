import { createServer, type AddressInfo } from 'node:net';

/**
 * A port of this machine that nobody listens on now.
 * @param count how many neighbouring ports are to be free
 * @returns the first of them
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = await listen(0);
    const rest = Array.from({ length: count - 1 }, (_, index) => first.port + index + 1);
    const neighbours = await Promise.all(rest.map((port) => listen(port).catch(() => undefined)));
    const free = neighbours.filter((one) => one !== undefined);
    await Promise.all([first, ...free].map((one) => one.close()));
    if (free.length === rest.length) return first.port;
  }
}

async function listen(port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((settled, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', settled);
  });
  return {
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
