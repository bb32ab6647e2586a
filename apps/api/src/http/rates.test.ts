import { randomBytes } from 'node:crypto';
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
  rate: { perMinute: 2, apartBy: 'door' },
});
const open = endpoint({ ...common, path: '/api/open', audience: 'anyone', rate: { perMinute: 2 } });

function unexpected(): Promise<never> {
  throw new Refusal('unauthenticated');
}

/** The caller is the one that `user-agent` names. */
const authenticators: Authenticators = {
  consumer: async ({ headers }) => ({ userId: headers['user-agent'] ?? '', sessionId: '' }),
  merchant: unexpected,
  admin: unexpected,
  'merchant-or-admin': unexpected,
  'signed-in': unexpected,
  machine: unexpected,
  deviceKey: async () => undefined,
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

/** @param keys those who have the same ones count together; the database is one for all tests */
async function createApp(keys: Keys = newKeys()) {
  const log = pino({ level: 'silent' });
  const callCounts = createCallCounts({ db, keys, log });
  const app = await createHttp({ log, trustProxy: false, callCounts });
  registerRoutes(
    app,
    [route(own, async () => ({})), route(open, async () => ({})), route(door, async () => ({}))],
    {
      authenticators,
      rateFactor: 1,
    },
  );
  return async (path: string, who: string, remoteAddress: string): Promise<number> => {
    const reply = await app.inject({ url: path, remoteAddress, headers: { 'user-agent': who } });
    return reply.statusCode;
  };
}

test('A33 the calls of an account are counted together, wherever they come from', async () => {
  const ask = await createApp();
  expect(await ask(own.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await ask(own.path, 'amina', '10.0.0.2')).toBe(200);
  expect(await ask(own.path, 'amina', '10.0.0.3')).toBe(429);
});

test('callers who share an address, as the phones of one network do, do not use up each other’s calls', async () => {
  const ask = await createApp();
  for (const who of ['amina', 'brian', 'neema']) expect(await ask(own.path, who, '10.0.0.1')).toBe(200);
});

test('A33 calls of public endpoints are counted by address', async () => {
  const ask = await createApp();
  expect(await ask(open.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await ask(open.path, 'brian', '10.0.0.1')).toBe(200);
  expect(await ask(open.path, 'neema', '10.0.0.1')).toBe(429);
  expect(await ask(open.path, 'neema', '10.0.0.2')).toBe(200);
});

test('A33 addresses of one /64 count as one, and an IPv4 address written as IPv6 as itself', async () => {
  const ask = await createApp();
  const statuses = [];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'])
    statuses.push(await ask(open.path, 'amina', address));
  expect(statuses).toEqual([200, 200, 429, 200]);
  for (const address of ['10.0.0.9', '::ffff:10.0.0.9']) await ask(open.path, 'amina', address);
  expect(await ask(open.path, 'amina', '10.0.0.9')).toBe(429);
});

test('calls that are counted apart by a part of the path do not use up each other, and made-up parts share a count', async () => {
  const ask = await createApp();
  const statusesOf = async (places: string[]) => {
    const statuses = [];
    for (const place of places) statuses.push(await ask(`/api/doors/${place}`, 'amina', '10.0.0.1'));
    return statuses;
  };
  expect(await statusesOf(['shop', 'shop', 'shop', 'office'])).toEqual([200, 200, 429, 200]);
  expect(await statusesOf(['a', 'b', 'c'])).toEqual([422, 422, 429]);
});

test('A33 a limit is one for all processes, and each call has its own', async () => {
  const keys = newKeys();
  const [here, there] = [await createApp(keys), await createApp(keys)];
  expect(await here(open.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await there(open.path, 'amina', '10.0.0.1')).toBe(200);
  expect(await there(open.path, 'amina', '10.0.0.1')).toBe(429);
  expect(await here(open.path, 'amina', '10.0.0.1')).toBe(429);
  expect(await here(own.path, 'amina', '10.0.0.1')).toBe(200);
});
