import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { createHttp } from './create-http.ts';

let app: Awaited<ReturnType<typeof createHttp>>;
beforeAll(async () => {
  app = await createHttp({ log: pino({ level: 'silent' }), trustProxy: false });
  app.post('/api/echo', async () => ({}));
  app.get('/api/behind', async () => ({ isReached: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends raw bytes. Returns everything received until the server closes the connection, or for a second. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  // If a server closes while the client still sends, the connection is reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
  socket.write(bytes);
  await closed;
  return heard;
}

const BEHIND = 'GET /api/behind HTTP/1.1\r\nhost: z\r\n\r\n';

/** Builds a request to the echo endpoint with these headers and this body, followed by a second request. */
function echo(headers: string, body = ''): string {
  const beginning = 'POST /api/echo HTTP/1.1\r\nhost: z\r\ncontent-type: application/json\r\n';
  return `${beginning}${headers}\r\n\r\n${body}${BEHIND}`;
}

const IN_DOUBT = [
  ['two lengths', echo('content-length: 2\r\ncontent-length: 60', '{}')],
  ['a length and chunks', echo('content-length: 4\r\ntransfer-encoding: chunked', '0\r\n\r\n')],
  ['chunks that are not last', echo('transfer-encoding: chunked, identity', '0\r\n\r\n')],
  ['an unknown encoding', echo('transfer-encoding: xchunked', '0\r\n\r\n')],
  ['a space before the colon', echo('transfer-encoding : chunked', '0\r\n\r\n')],
  ['a folded header', echo('x: a\r\n transfer-encoding: chunked', '0\r\n\r\n')],
  ['a negative length', echo('content-length: -1')],
  ['a length with a sign', echo('content-length: +2', '{}')],
  ['a length in other digits', echo('content-length: 0x2', '{}')],
  ['a chunk without a size', echo('transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n')],
  ['line feeds alone', `POST /api/echo HTTP/1.1\nhost: z\ncontent-length: 0\n\n${BEHIND}`],
  ['two hosts', echo('HOST: evil.test\r\ncontent-length: 2', '{}')],
  ['two hosts in one header', `GET /api/echo HTTP/1.1\r\nhost: z, evil.test\r\n\r\n${BEHIND}`],
  ['a host with a path', `GET /api/echo HTTP/1.1\r\nhost: z/evil.test\r\n\r\n${BEHIND}`],
  [
    'two authorizations',
    echo('authorization: Basic eA==\r\nAuthorization: Bearer x\r\ncontent-length: 2', '{}'),
  ],
  ['no host', `GET /api/echo HTTP/1.1\r\n\r\n${BEHIND}`],
  ['a control character in a header', echo('x: a\u0001b')],
  ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${BEHIND}`],
  ['headers beyond all measure', echo(`x: ${'a'.repeat(40_000)}`)],
] as const;

test('A28 refuses an ambiguous request, closes the connection, and answers nothing after it', async () => {
  await everyRow(
    IN_DOUBT,
    ([name]) => name,
    async ([, bytes]) => {
      const heard = await answerTo(bytes);
      expect(heard).toMatch(/^HTTP\/1\.1 4(?:00|31) /u);
      expect(heard.match(/HTTP\/1\.1 /gu)).toHaveLength(1);
      expect(heard).not.toContain('isReached');
    },
  );
});

test('A28 answers a second request after a valid one, which proves that the refusal test can fail', async () => {
  const bytes = echo('content-length: 2', '{}').replace(
    /host: z\r\n\r\n$/u,
    'host: z\r\nconnection: close\r\n\r\n',
  );
  const heard = await answerTo(bytes);
  expect(heard.match(/HTTP\/1\.1 200/gu)).toHaveLength(2);
  expect(heard).toContain('isReached');
});

test('A12 the server refuses the methods TRACE, CONNECT and PROPFIND', async () => {
  await everyRow(['TRACE', 'CONNECT', 'PROPFIND'], String, async (method) => {
    const heard = await answerTo(
      `${method} /api/behind HTTP/1.1\r\nhost: z\r\nconnection: close\r\nx-secret: said-by-the-caller\r\n\r\n`,
    );
    expect(heard).not.toMatch(/^HTTP\/1\.1 2/u);
    expect(heard).not.toContain('said-by-the-caller');
  });
});
