import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Heard = { headers: IncomingHttpHeaders; body: string; at: number };

export type Receiver = {
  url: string;
  /** Received messages, oldest first. */
  heard: Heard[];
  /** Sets how to answer the next messages; by default with `OK`. */
  answer: (respond: (response: ServerResponse, heard: Heard) => void) => void;
  close: () => Promise<void>;
};

/** Starts a merchant's webhook receiver: a real HTTP server on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  let respond: Parameters<Receiver['answer']>[0] = (response) => response.end('OK');
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { headers: request.headers, body, at: Date.now() };
      heard.push(one);
      respond(response, one);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    heard,
    answer: (next) => {
      respond = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
