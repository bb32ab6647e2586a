import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createHttp } from './create-http.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const TIMEOUT_MS = 600;
const log = pino({ level: 'silent' });

async function listen(options: Partial<Parameters<typeof createHttp>[0]>) {
  const app = await createHttp({ log, trustProxy: false, ...options });
  app.post('/api/echo', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => app.close());
  return app;
}

async function open(app: Awaited<ReturnType<typeof listen>>): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  closers.push(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test.each([
  ['headers', 'POST /api/echo HTTP/1.1\r\n', 'x-drip: drop\r\n'],
  [
    'a body',
    'POST /api/echo HTTP/1.1\r\nhost: z\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
    ' ',
  ],
])('A27 closes a socket that drips %s when the time-out expires', async (_name, beginning, drop) => {
  const socket = await open(await listen({ requestTimeoutMs: TIMEOUT_MS }));
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drop), 20);
  closers.push(() => clearInterval(dripping));
  const startedAt = performance.now();
  await heardUntilClosed(socket);
  const livedMs = performance.now() - startedAt;
  expect(livedMs).toBeGreaterThan(TIMEOUT_MS / 2);
  // Node checks sockets only every thirty seconds by default.
  expect(livedMs).toBeLessThan(15_000);
});

test('answers accepted requests while closing, and ends connections that a proxy would keep open', async () => {
  const app = await createHttp({ log, trustProxy: false });
  const asked = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  app.get('/api/slow', async () => {
    asked.resolve();
    await allowed.promise;
    return { done: true };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const [idle, busy] = [await open(app), await open(app)];
  idle.write('GET /api/none HTTP/1.1\r\nhost: z\r\n\r\n');
  await once(idle, 'data');
  const heard = heardUntilClosed(busy);
  busy.write('GET /api/slow HTTP/1.1\r\nhost: z\r\n\r\n');
  await asked.promise;
  const closed = app.close();
  await once(idle, 'end');
  allowed.resolve();
  await closed;
  expect(await heard).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"done":true/u);
});

test('A27 closes a new connection above the limit at once', async () => {
  const app = await listen({ maximumConnections: 2 });
  const first = await open(app);
  await open(app);
  const surplus = await open(app);
  await once(surplus, 'close');
  first.end('GET /api/none HTTP/1.1\r\nhost: z\r\nconnection: close\r\n\r\n');
  expect(await heardUntilClosed(first)).toContain('404');
});

/**
 * Collects the text that arrives until the socket closes. Ignores the error if the server closes while the client
 * still sends.
 */
async function heardUntilClosed(socket: Socket): Promise<string> {
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  await new Promise((resolve) => socket.once('close', resolve));
  return heard;
}
