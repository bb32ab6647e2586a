import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { test as journey } from './test.ts';

type Receiver = {
  url: string;
  /** Headers of every message, in order of arrival. */
  got: IncomingHttpHeaders[];
  answerWith: (status: number) => void;
};

/** Browser test with a merchant's webhook receiver on this machine, at a port to which the product may send. */
export const test = journey.extend<{ receiver: Receiver }>({
  receiver: async ({}, use) => {
    const got: IncomingHttpHeaders[] = [];
    let status = 200;
    const server = createServer((request, response) => {
      request.resume();
      got.push(request.headers);
      response.writeHead(status).end('Asante sana');
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const answerWith = (next: number) => {
      status = next;
    };
    await use({ url: `http://localhost:${port}/zawadi`, got, answerWith });
    server.closeAllConnections();
    await new Promise((closed) => void server.close(closed));
  },
});
