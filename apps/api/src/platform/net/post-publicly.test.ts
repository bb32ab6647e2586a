import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { postPublicly, type PostOptions } from './post-publicly.ts';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

test('posts the whole body, and returns the answer', async () => {
  const heard: unknown[] = [];
  const port = await serve(async (request, response) => {
    heard.push(request.method, request.url, request.headers['x-own'], await text(request));
    response.writeHead(202, { 'retry-after': '7' }).end('thanks');
  });
  const answer = await post(`http://127.0.0.1:${port}/hook?a=1`, {
    headers: { 'x-own': 'yes' },
    body: 'Habari, ñ',
  });
  expect(heard).toEqual(['POST', '/hook?a=1', 'yes', 'Habari, ñ']);
  expect(answer).toMatchObject({ kind: 'answered', status: 202, isCut: false });
  expect(answer.kind === 'answered' && [answer.body.toString(), answer.headers['retry-after']]).toEqual([
    'thanks',
    '7',
  ]);
});

test('A21 refuses a host name that resolves to this machine when the socket connects', async () => {
  const port = await serve(() => expect.unreachable());
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
    const answer = await post(`https://${host}:${port}/`, { allowsLoopback: false });
    expect(answer, host).toEqual({ kind: 'forbidden', reason: 'not public' });
  }
});

test('A21 refuses private networks even where loopback is allowed', async () => {
  for (const host of [
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
  ]) {
    expect(await post(`https://${host}/`), host).toEqual({ kind: 'forbidden', reason: 'not public' });
  }
});

test("A21 refuses the product's own ports, by IP address, by name and through a redirect", async () => {
  const ours = await serve(() => expect.unreachable());
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '127.1', '2130706433'];
  for (const url of [`http://127.0.0.1:${ours}/`, ...hosts.map((host) => `https://${host}:${ours}/`)]) {
    expect(await post(url, { ownPorts: [1, ours] }), url).toEqual({ kind: 'forbidden', reason: 'ours' });
  }
  const beside = await serve((_, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${ours}/` }).end();
  });
  expect(await post(`http://127.0.0.1:${beside}/`, { ownPorts: [ours] })).toMatchObject({ status: 307 });
});

test('sends nothing without TLS, except to this machine where loopback is allowed', async () => {
  for (const url of ['http://example.com/', 'http://8.8.8.8/', 'ftp://localhost/', 'no address']) {
    expect(await post(url), url).toEqual({ kind: 'forbidden', reason: 'not https' });
  }
  const port = await serve(() => expect.unreachable());
  expect(await post(`http://127.0.0.1:${port}/`, { allowsLoopback: false })).toEqual({
    kind: 'forbidden',
    reason: 'not https',
  });
});

test('A21 does not follow a redirect', async () => {
  const inner = await serve(() => expect.unreachable());
  const port = await serve((_, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end();
  });
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status: 307 });
});

test('A21 stops reading an endless answer', async () => {
  const port = await serve((_, response) => {
    const fill = () => {
      while (response.write(Buffer.alloc(16_384, 'x')));
    };
    response.on('drain', fill);
    fill();
  });
  const answer = await post(`http://127.0.0.1:${port}/`, { maxResponseBytes: 1_000 });
  expect(answer).toMatchObject({ kind: 'answered', status: 200, isCut: true });
  expect(answer.kind === 'answered' && answer.body.length).toBe(1_000);
});

test('ends a silent or slow answer at the deadline', async () => {
  const silent = await serve(() => {});
  const dripping = await serve((_, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  for (const port of [silent, dripping]) {
    const answer = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 150 });
    expect(answer).toEqual({ kind: 'failed', reason: 'timeout' });
  }
});

test('fails if a receiver hangs up, sends nonsense, has no TLS or does not exist', async () => {
  const rude = await serve((request) => void request.socket.destroy());
  const garbled = await listen(createPlainServer((socket) => socket.end('nonsense')));
  const half = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  expect(await post(`http://127.0.0.1:${rude}/`)).toEqual({ kind: 'failed', reason: 'ECONNRESET' });
  expect(await post(`http://127.0.0.1:${half}/`)).toEqual({ kind: 'failed', reason: 'ECONNRESET' });
  expect(await post(`http://127.0.0.1:${garbled}/`)).toMatchObject({ kind: 'failed' });
  expect(await post(`https://127.0.0.1:${rude}/`)).toMatchObject({ kind: 'failed' });
  for (const close of closers.splice(0)) close();
  expect(await post(`http://127.0.0.1:${rude}/`)).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' });
});

test('lets the caller abort the call', async () => {
  const port = await serve(() => {});
  const answer = await post(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(50) });
  expect(answer).toMatchObject({ kind: 'failed' });
});

function post(url: string, options: Partial<PostOptions> = {}) {
  return postPublicly(url, {
    headers: {},
    body: '{}',
    timeoutMs: 5_000,
    maxResponseBytes: 1_024,
    allowsLoopback: true,
    ownPorts: [],
    ...options,
  });
}

async function serve(
  respond: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<number> {
  const server = createServer((request, response) => void respond(request, response));
  closers.push(() => server.closeAllConnections());
  return listen(server);
}

async function listen(server: ReturnType<typeof createPlainServer>): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}
