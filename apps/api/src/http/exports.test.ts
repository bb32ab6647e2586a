import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { endpoint } from '@zawadi/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deriveKeys } from '../platform/crypto/keys.ts';
import { openDatabase, type Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createHttp } from './create-http.ts';
import { createExportPlaces } from './export-places-store.ts';
import { registerRoutes } from './register-routes.ts';
import { route } from './routes.ts';

const file = endpoint({
  method: 'GET',
  path: '/api/file',
  audience: 'consumer',
  tag: 'Test',
  summary: '',
  answer: z.object({}),
  isExport: true,
  refusals: [],
});

const log = pino({ level: 'silent' });
const keys = deriveKeys(randomBytes(32));

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

function unexpected(): Promise<never> {
  throw new Refusal('unauthenticated');
}

test('reserves no export slot for a client that hangs up before it is authenticated', async () => {
  const app = await createHttp({ log, trustProxy: false });
  let answers = 0;
  registerRoutes(app, [route(file, async () => ((answers += 1), {}))], {
    authenticators: {
      consumer: async ({ raw, headers }) => {
        const isLeaving = headers['user-agent'] === 'leaving';
        if (isLeaving) await once(raw.socket, 'close');
        return { userId: 'amina', sessionId: '' };
      },
      merchant: unexpected,
      admin: unexpected,
      'merchant-or-admin': unexpected,
      'signed-in': unexpected,
      machine: unexpected,
      deviceKey: async () => undefined,
      stepUp: unexpected,
    },
    rateFactor: 1,
    takeExportPlace: createExportPlaces({ db, keys, log }),
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const expected of [1, 2]) {
    const call = get(`${address}${file.path}`, { headers: { 'user-agent': 'leaving' } });
    call.on('error', () => undefined);
    await once(app.server, 'request');
    call.destroy();
    await expect.poll(() => answers).toBe(expected);
  }
  expect((await fetch(`${address}${file.path}`)).status).toBe(200);
  await app.close();
});

test("two processes share a tenant's export slots, and see a released slot at once", async () => {
  const [here, there] = [createExportPlaces({ db, keys, log }), createExportPlaces({ db, keys, log })];
  const first = await here('brian');
  expect(await there('brian')).toBeDefined();
  expect([await here('brian'), await there('brian')]).toEqual([undefined, undefined]);
  expect(await there('neema')).toBeDefined();
  first?.();
  await expect.poll(() => there('brian')).toBeDefined();
});

test('the export slots of a dead process are free when their lease expires', async () => {
  const [dead, alive] = [createExportPlaces({ db, keys, log }), createExportPlaces({ db, keys, log })];
  await dead('amal');
  await dead('amal');
  expect(await alive('amal')).toBeUndefined();
  await db
    .updateTable('export_places')
    .set({ held_until: new Date(Date.now() - 1_000) })
    .execute();
  expect(await alive('amal')).toBeDefined();
});
