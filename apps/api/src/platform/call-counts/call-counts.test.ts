import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { createCallCounts, type CallCounts } from './create-call-counts.ts';
import { deleteOldCallCounts } from './count-rows.ts';

const log = pino({ level: 'silent' });
const keys = deriveKeys(randomBytes(32));

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 6, name: 'test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Creates the call counters of several processes, each with its own memory. */
function startProcesses(count: number): CallCounts[] {
  return Array.from({ length: count }, () => createCallCounts({ db, keys, log }));
}

let names = 0;
const newName = () => `caller ${(names += 1)}`;

async function letMinutePass(): Promise<void> {
  await db
    .updateTable('call_counts')
    .set({ since: new Date(Date.now() - 61_000) })
    .execute();
}

test('a burst of calls at three processes stays exactly within a low limit', async () => {
  const processes = startProcesses(3);
  const name = newName();
  const counted = await Promise.all(
    processes.flatMap((one) => Array.from({ length: 30 }, () => one.count(name, 30))),
  );
  expect(counted.filter(({ used }) => used <= 30)).toHaveLength(30);
});

test('each process exceeds a limit of hundreds by at most a twentieth', async () => {
  const processes = startProcesses(3);
  const name = newName();
  let passed = 0;
  for (let n = 0; n < 130; n += 1) {
    for (const one of processes) if ((await one.count(name, 240)).used <= 240) passed += 1;
  }
  expect(passed).toBeGreaterThanOrEqual(240);
  expect(passed).toBeLessThanOrEqual(240 + 3 * 12);
});

test('counts callers separately, and soon shares counts from memory with other processes', async () => {
  const [here, there] = startProcesses(2) as [CallCounts, CallCounts];
  const [busy, quiet] = [newName(), newName()];
  for (let n = 0; n < 7; n += 1) here.countAtOnce(busy, 1_000);
  let asked = 0;
  await until(() => {
    asked += 1;
    expect(there.countAtOnce(busy, 1_000).used).toBe(7 + asked);
  });
  expect(there.countAtOnce(quiet, 1_000).used).toBe(1);
});

test('takes a counted call back, even if another process has read the count', async () => {
  const [here, there] = startProcesses(2) as [CallCounts, CallCounts];
  const name = newName();
  for (let n = 0; n < 3; n += 1) await here.count(name, 3);
  expect(here.look(name)).toMatchObject({ used: 3 });
  here.takeBack(name);
  here.takeBack(name);
  expect(here.look(name)).toMatchObject({ used: 1 });
  await here.stop();
  expect(await there.count(name, 3)).toMatchObject({ used: 2 });
  expect(there.look(newName())).toBeUndefined();
});

test('ignores the counts of a past minute', async () => {
  const [here, there] = startProcesses(2) as [CallCounts, CallCounts];
  const name = newName();
  for (let n = 0; n < 3; n += 1) await here.count(name, 3);
  expect((await there.count(name, 3)).used).toBe(4);
  await letMinutePass();
  const [third] = startProcesses(1) as [CallCounts];
  expect(await third.count(name, 3)).toMatchObject({ used: 1, resetMs: expect.closeTo(60_000, -4) });
});

test('a stopping process writes its counts to the database', async () => {
  const [leaving, next] = startProcesses(2) as [CallCounts, CallCounts];
  const name = newName();
  for (let n = 0; n < 5; n += 1) leaving.countAtOnce(name, 1_000);
  await leaving.stop();
  expect((await next.count(name, 6)).used).toBe(6);
});

test('stores counts under hashes, and deletes them after their minute', async () => {
  const [counts] = startProcesses(1) as [CallCounts];
  await counts.count('10.0.0.1 GET /secret', 1);
  const stored = await db.selectFrom('call_counts').select('key').execute();
  expect(new Set(stored.map(({ key }) => key.length))).toEqual(new Set([32]));
  await db
    .updateTable('call_counts')
    .set({ since: new Date(Date.now() - 300_000) })
    .execute();
  await deleteOldCallCounts(db);
  expect(await db.selectFrom('call_counts').selectAll().execute()).toEqual([]);
});

test('without a database, guards throw instead of counting a call, and quotas continue', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', { connections: 1, name: 'test' });
  const counts = createCallCounts({ db: gone, keys, log });
  const name = newName();
  await expect(counts.count(name, 3)).rejects.toThrow('ECONNREFUSED');
  await expect(counts.count(name, 3)).rejects.toThrow('ECONNREFUSED');
  const other = newName();
  for (const used of [1, 2, 3, 4]) expect(counts.countAtOnce(other, 3).used).toBe(used);
  await counts.stop();
  await gone.destroy();
});

test('loses no count when many made-up callers displace others from memory', async () => {
  const [one] = startProcesses(1);
  const name = newName();
  one?.countAtOnce(name, 1_000);
  for (let n = 0; n < 100_000; n += 1) one?.countAtOnce(`made up ${n}`, 1_000);
  await expect(one?.count(name, 1)).resolves.toMatchObject({ used: 2 });
});
