import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a server that receives and acknowledges callbacks. Each callback URL may be used once. */
export async function startReceiver() {
  const received = new Map<string, unknown>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.set(request.url ?? '', JSON.parse(body));
      response.setHeader('content-type', 'application/json').end('{"ResultCode":0,"ResultDesc":"Accepted"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    newUrls: () => {
      const path = `${base}/${randomUUID()}`;
      return { resultUrl: path, timeoutUrl: `${path}/timeout` };
    },
    /** @returns the body of the callback to this URL, or undefined at the time-out */
    arrival: async (url: string, timeoutMs: number): Promise<unknown> => {
      const path = new URL(url).pathname;
      const endsAt = Date.now() + timeoutMs;
      while (!received.has(path) && Date.now() < endsAt) await wait(20);
      return received.get(path);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
