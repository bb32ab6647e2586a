import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoint } from '@zawadi/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createCallCounts } from '../platform/call-counts/create-call-counts.ts';
import { deriveKeys, type Keys } from '../platform/crypto/keys.ts';
import { openDatabase, type Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createHttp } from './create-http.ts';
import { registerRoutes, type Authenticators } from './register-routes.ts';
import { route } from './routes.ts';

const common = { method: 'GET', tag: 'Test', summary: '', answer: z.object({}), refusals: [] } as const;
const own = endpoint({ ...common, path: '/api/own', audience: 'consumer', rate: { perMinute: 2 } });
const door = endpoint({
  ...common,
  path: '/api/doors/:door',
  audience: 'anyone',
  params: z.object({ door: z.enum(['shop', 'office']) }),
  rate: { perMinute: 2, apartBy: 'door', guesses: 'none' },
});
const open = endpoint({
  ...common,
  path: '/api/open',
  audience: 'anyone',
  rate: { perMinute: 2, guesses: 'none' },
});
const signIn = endpoint({
  ...common,
  path: '/api/sign-ins/:password',
  audience: 'anyone',
  params: z.object({ password: z.string() }),
  rate: { perMinute: 100, guesses: 3 },
});
const gift = endpoint({
  ...common,
  path: '/api/gifts/:token',
  audience: 'anyone',
  params: z.object({ token: z.string() }),
  rate: { perMinute: 100, guesses: 3, token: { field: 'token', perMinute: 4 } },
});

function unexpected(): Promise<never> {
  throw new Refusal('unauthenticated');
}

/** Takes the caller's id from the `user-agent` header. */
const authenticators: Authenticators = {
  consumer: async ({ headers }) => ({ userId: headers['user-agent'] ?? '', sessionId: '' }),
  merchant: unexpected,
  admin: unexpected,
  'merchant-or-admin': unexpected,
  'signed-in': unexpected,
  machine: unexpected,
  deviceKey: async () => undefined,
  stepUp: unexpected,
};

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 2, name: 'test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const newKeys = () => deriveKeys(randomBytes(32));

/**
 * Creates an API process for the test.
 * @param keys processes with the same keys share counts; all tests share one database
 */
async function createApp(keys: Keys = newKeys()) {
  const log = pino({ level: 'silent' });
  const callCounts = createCallCounts({ db, keys, log });
  const app = await createHttp({ log, trustProxy: false, callCounts });
  registerRoutes(
    app,
    [
      route(own, async () => ({})),
      route(open, async () => ({})),
      route(door, async () => ({})),
      route(signIn, async ({ params }) => {
        await pause(5);
        if (params.password !== 'right') throw new Refusal('invalid_credentials');
        return {};
      }),
      route(gift, async ({ params }) => {
        if (!params.token.startsWith('true')) throw new Refusal('voucher_not_found');
        return {};
      }),
    ],
    {
      authenticators,
      rateFactor: 1,
      callCounts,
    },
  );
  return async (path: string, who: string, remoteAddress: string): Promise<number> => {
    const reply = await app.inject({ url: path, remoteAddress, headers: { 'user-agent': who } });
    return reply.statusCode;
  };
}

test('A33 counts all requests of an account together, whatever their IP addresses', async () => {
  const ask = await createApp();
  expect(await ask(own.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await ask(own.path, 'amina', '10.0.0.2')).toBe(200);
  expect(await ask(own.path, 'amina', '10.0.0.3')).toBe(429);
});

test('counts callers at one IP address separately, such as the phones of one network', async () => {
  const ask = await createApp();
  for (const who of ['amina', 'brian', 'neema']) expect(await ask(own.path, who, '10.0.0.1')).toBe(200);
});

test('A33 counts requests to public endpoints by IP address', async () => {
  const ask = await createApp();
  expect(await ask(open.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await ask(open.path, 'brian', '10.0.0.1')).toBe(200);
  expect(await ask(open.path, 'neema', '10.0.0.1')).toBe(429);
  expect(await ask(open.path, 'neema', '10.0.0.2')).toBe(200);
});

test('A33 counts the IP addresses of one /64 as one, and an IPv4 address in IPv6 notation as itself', async () => {
  const ask = await createApp();
  const statuses = [];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'])
    statuses.push(await ask(open.path, 'amina', address));
  expect(statuses).toEqual([200, 200, 429, 200]);
  for (const address of ['10.0.0.9', '::ffff:10.0.0.9']) await ask(open.path, 'amina', address);
  expect(await ask(open.path, 'amina', '10.0.0.9')).toBe(429);
});

test('counts each value of a path parameter separately, and all invalid values together', async () => {
  const ask = await createApp();
  const statusesOf = async (places: string[]) => {
    const statuses = [];
    for (const place of places) statuses.push(await ask(`/api/doors/${place}`, 'amina', '10.0.0.1'));
    return statuses;
  };
  expect(await statusesOf(['shop', 'shop', 'shop', 'office'])).toEqual([200, 200, 429, 200]);
  expect(await statusesOf(['a', 'b', 'c'])).toEqual([422, 422, 429]);
});

test('A33 all processes share a limit, and each endpoint has its own', async () => {
  const keys = newKeys();
  const [here, there] = [await createApp(keys), await createApp(keys)];
  expect(await here(open.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await there(open.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await there(open.path, 'amina', '10.0.0.1')).toBe(429);
  expect(await here(open.path, 'amina', '10.0.0.1')).toBe(429);
  expect(await here(own.path, 'amina', '10.0.0.1')).toBe(200);
});

const statuses = async (
  ask: Awaited<ReturnType<typeof createApp>>,
  paths: string[],
  address = '10.0.0.1',
) => {
  const found = [];
  for (const path of paths) found.push(await ask(path, 'amina', address));
  return found;
};
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('A5 counts the wrong passwords of a network, concurrent or not, but no right ones', async () => {
  const ask = await createApp();
  expect(await statuses(ask, times(10, '/api/sign-ins/right'))).toEqual(times(10, 200));
  const wrong = await Promise.all(
    times(20, '/api/sign-ins/wrong').map((path) => ask(path, 'amina', '10.0.0.1')),
  );
  expect(wrong.filter((status) => status === 401)).toHaveLength(3);
  expect(wrong.filter((status) => status === 429)).toHaveLength(17);
  expect(await statuses(ask, ['/api/sign-ins/wrong'], '10.0.0.2')).toEqual([401]);
});

test('A33 serves a valid token however many wrong ones its network has sent, and counts it separately', async () => {
  const ask = await createApp();
  const guesses = ['a', 'b', 'c', 'd', 'e'].map((name) => `/api/gifts/${name}`);
  expect(await statuses(ask, guesses)).toEqual([404, 404, 404, 429, 429]);
  expect(await statuses(ask, times(5, '/api/gifts/true-1'))).toEqual([200, 200, 200, 200, 429]);
  expect(await statuses(ask, ['/api/gifts/true-2'])).toEqual([200]);
  expect(await statuses(ask, ['/api/gifts/true-1'], '10.0.0.2')).toEqual([429]);
});

test('A33 limits all attempts of a network together, right or wrong', async () => {
  const ask = await createApp();
  const all = await statuses(ask, times(101, '/api/sign-ins/right'));
  expect(all.indexOf(429)).toBeGreaterThanOrEqual(100);
});
