import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { endpoint } from '@zawadi/contract';
import { freePort } from '@zawadi/story/free-port';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase, type Db } from '../platform/db/database.ts';
import { createHttp } from './create-http.ts';
import { registerRoutes, type Authenticators } from './register-routes.ts';
import { route } from './routes.ts';

const rate = { perMinute: 1_000, guesses: 'none' } as const;
const common = {
  audience: 'anyone',
  tag: 'Test',
  summary: '',
  answer: z.object({}),
  refusals: [],
  rate,
} as const;
const body = z.object({ word: z.string() });
const echo = endpoint({ ...common, method: 'POST', path: '/api/echo', body });
const ask = endpoint({ ...common, method: 'GET', path: '/api/ask' });
const fail = endpoint({ ...common, method: 'GET', path: '/api/fail' });

type Line = { level: number; msg: string };
const WARN = 40;
const logged: Line[] = [];
const written = new Writable({ write: (line, _, done) => done(void logged.push(JSON.parse(`${line}`))) });
let app: Awaited<ReturnType<typeof createHttp>>;
let db: Db;

beforeAll(async () => {
  db = openDatabase(`postgres://zawadi@127.0.0.1:${await freePort()}/none`, { connections: 2, name: 'test' });
  app = await createHttp({ log: pino({ level: 'debug' }, written), trustProxy: false });
  const routes = [
    route(echo, async () => ({})),
    route(ask, async () => {
      await sql`select 1`.execute(db);
      return {};
    }),
    route(fail, () =>
      Promise.reject(Object.assign(new Error('not a database error'), { code: 'ECONNRESET' })),
    ),
  ];
  registerRoutes(app, routes, { authenticators: {} as Authenticators, rateFactor: 1 });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => void logged.splice(0));
afterAll(async () => {
  await app.close();
  await db.destroy();
});

test('raises no alert if a client hangs up while it sends', async () => {
  const ended = new Promise<void>((resolve) => {
    app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  app.server.once('request', () => socket.resetAndDestroy());
  socket.write(
    `POST ${echo.path} HTTP/1.1\r\nhost: zawadi\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"word":`,
  );
  await ended;
  await new Promise(setImmediate);
  expect(logged.filter(({ level }) => level >= WARN)).toEqual([]);
});

test('logs an unreachable database for the operator, and asks the caller to retry', async () => {
  const reply = await app.inject({ url: ask.path });
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBe('2');
  expect(logged).toContainEqual(
    expect.objectContaining({ level: WARN, msg: 'the database cannot do this now' }),
  );
});

test('A43 a broken connection to another system counts as a fault, not as a database outage', async () => {
  const reply = await app.inject({ url: fail.path });
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toEqual({
    responseCode: 500,
    code: 'internal_error',
    responseMessage: expect.stringMatching(/^Something went wrong/u) as unknown,
    customerMessage: expect.stringMatching(/^Something went wrong/u) as unknown,
    traceId: reply.headers['request-id'],
  });
  expect(logged.map(({ msg }) => msg)).not.toContain('the database cannot do this now');
});
