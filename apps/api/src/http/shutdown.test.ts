import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi, type Api } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createDeps } from '../app.ts';
import { readConfig } from '../config/config.ts';

const DRAIN_SECONDS = 1;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('announces its shutdown, and answers and closes each connection until the drain ends', async () => {
  const { api, ask } = await open({ prepared: Promise.resolve() });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask('/readyz', agent)).toMatchObject({ status: 200, connection: 'keep-alive' });
  const startedMs = performance.now();
  const closing = api.close();
  expect(await ask('/readyz', agent)).toMatchObject({ status: 503, connection: 'close' });
  // New connections are still accepted, because a proxy may not have noticed the shutdown yet.
  expect(await ask('/healthz', new Agent())).toMatchObject({ status: 200, connection: 'close' });
  await closing;
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(DRAIN_SECONDS * 1_000);
  await expect(ask('/healthz', new Agent())).rejects.toThrow('ECONNREFUSED');
});

test('is not ready before its first checks are done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { api, ask } = await open({ prepared: promise });
  expect(await ask('/readyz')).toMatchObject({ status: 503 });
  resolve();
  expect(await ask('/readyz')).toMatchObject({ status: 200 });
  await api.close();
});

test('closes despite unused connections and a half-sent request', async () => {
  const { api, origin } = await open({ prepared: Promise.resolve() });
  const { hostname, port } = new URL(origin);
  const sockets = ['', 'GET /healthz HTTP/1.1\r\nhost:'].map((words) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    if (words !== '') socket.write(words);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const startedMs = performance.now();
  await api.close();
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  for (const socket of sockets) socket.destroy();
});

type Answer = { status: number | undefined; connection: string | undefined };

async function open({ prepared }: { prepared: Promise<void> }): Promise<{
  api: Api;
  origin: string;
  ask: (path: string, agent?: Agent) => Promise<Answer>;
}> {
  const config = readConfig({
    DATABASE_URL: database.appUrl,
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    LOG_LEVEL: 'fatal',
  });
  const api = await createApi({ ...createDeps(config, 'test'), databaseUrl: database.appUrl, prepared });
  const origin = await api.http.listen({ host: '127.0.0.1', port: 0 });
  return {
    api,
    origin,
    ask: async (path, agent) => {
      const [response] = (await once(get(origin + path, { agent }), 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return { status: response.statusCode, connection: response.headers.connection };
    },
  };
}
