import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createZawadi, type Zawadi } from '../create-zawadi.ts';
import type { ZawadiSettings } from '../settings.ts';

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** Answers one request to the fake server. */
export type Reaction = (response: ServerResponse) => void;

export type Server = {
  url: string;
  /** All requests to the fake server, oldest first. */
  asked: Asked[];
  /** Sets how the fake server answers the next requests, one reaction for each. */
  will: (...reactions: Reaction[]) => void;
  clientWith: (settings?: Partial<ZawadiSettings>) => Zawadi;
  close: () => Promise<void>;
};

/** Starts a fake Zawadi that answers as the test sets. */
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

/** Answers with a refusal of the merchant API. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Reaction {
  return answer(status, { type: 'about:blank', status, code, detail: `No: ${code}.` }, headers);
}

/** Closes the connection without an answer, as if the answer were lost after the call took effect. */
export const hangUp: Reaction = (response) => void response.socket?.destroy();

export const neverAnswer: Reaction = () => undefined;
