import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, vi } from 'vitest';

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown };
export type Reply = {
  status: number;
  body?: unknown;
  hangUp?: boolean;
  headers?: Record<string, string>;
  /** Called after status and headers were sent; writes the body and ends the response. */
  stream?: (answer: ServerResponse) => void;
};

/** Starts a fake server for one test file, which answers over real HTTP. */
export function answering() {
  const seen: Seen[] = [];
  const world = { seen, reply: (_request: Seen): Reply | Promise<Reply> => ({ status: 404 }) };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: bodyOf(text, request.headers['content-type']),
      };
      seen.push(one);
      void Promise.resolve(world.reply(one)).then(({ status, body, headers, hangUp = false, stream }) => {
        if (hangUp) return response.destroy();
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        if (stream === undefined) return response.end(JSON.stringify(body ?? {}));
        response.flushHeaders();
        return stream(response);
      });
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => real(new URL(path, base), init));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
  return world;
}

function bodyOf(text: string, mediaType: string | undefined): unknown {
  if (text === '') return undefined;
  return mediaType === 'application/json' ? (JSON.parse(text) as unknown) : text;
}

export const yes = (body: unknown): Reply => ({
  status: 200,
  body: { responseCode: 200, responseMessage: '', body },
});

export const no = (status: number, code: string): Reply => ({
  status,
  body: {
    responseCode: status,
    code,
    responseMessage: code,
    customerMessage: `no: ${code}`,
    traceId: 'trace',
  },
});

/** Makes an access token without a signature: the client only reads its claims. */
export function accessToken(sub: string, role: string, serial = 0, staffRole?: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub, role, serial, staffRole })}.x`;
}
