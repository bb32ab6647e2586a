import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createZawadi, type Zawadi } from '../create-zawadi.ts';
import type { ZawadiSettings } from '../settings.ts';

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** Answers one request. */
export type Reaction = (response: ServerResponse) => void;

export type Server = {
  url: string;
  /** Every request, oldest first. */
  asked: Asked[];
  /** Sets the answers to the next requests, one each. */
  will: (...reactions: Reaction[]) => void;
  clientWith: (settings?: Partial<ZawadiSettings>) => Zawadi;
  close: () => Promise<void>;
};

/** Starts a server in place of Zawadi that answers as the test says. */
export async function startServer(): Promise<Server> {
  const asked: Asked[] = [];
  const planned: Reaction[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body });
      const react = planned.shift() ?? answer(500, { code: 'nothing_planned' });
      react(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  return {
    url,
    asked,
    will: (...reactions) => void planned.push(...reactions),
    clientWith: (settings) =>
      createZawadi({ apiKey: 'zk_key', apiSecret: 'zs_secret', baseUrl: url, ...settings }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answer(status: number, json: unknown, headers: Record<string, string> = {}): Reaction {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'r-1', ...headers });
    response.end(typeof json === 'string' ? json : JSON.stringify(json));
  };
}

/** Refuses as the merchant API does. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Reaction {
  return answer(status, { type: 'about:blank', status, code, detail: `No: ${code}.` }, headers);
}

/** Closes the connection after the work is done, so that the answer is lost. */
export const hangUp: Reaction = (response) => void response.socket?.destroy();

export const neverAnswer: Reaction = () => undefined;
