import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { enqueue, type OutboxRow } from './enqueue.ts';
import { finishRows, leaseRows, removeOldRows, type LeasedRow } from './rows.ts';

const keys = deriveKeys(Buffer.alloc(32, 7));
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 4, name: 'test' });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('leases urgent rows before older ones, and fills the remaining slots with other rows', async () => {
  await write(
    { topic: 'mixed', payload: {} },
    { topic: 'mixed', payload: {} },
    { topic: 'mixed', payload: {} },
  );
  await sql`update outbox set available_at = now() - interval '1 hour' where topic = 'mixed'`.execute(db);
  await write(
    { topic: 'mixed', payload: {}, isUrgent: true },
    { topic: 'mixed', payload: {}, isUrgent: true },
  );
  expect(await urgencyOf(await lease('mixed', 3))).toEqual([false, true, true]);
  expect(await urgencyOf(await lease('mixed', 3))).toEqual([false, false]);
});

test('leases a row once, and again only after its lease expires', async () => {
  await write({ topic: 'leased', payload: {} });
  const [first] = await lease('leased', 1);
  expect(first).toMatchObject({ attempt: 1, wasInterrupted: false });
  expect(await lease('leased', 1)).toEqual([]);
  await sql`update outbox set lease_until = now() - interval '1 second' where topic = 'leased'`.execute(db);
  const [second] = await lease('leased', 1);
  expect(second).toMatchObject({ id: first?.id, attempt: 2, wasInterrupted: true });
  expect(second?.leaseToken).not.toBe(first?.leaseToken);
});

test('does not lease a row before its next attempt is due', async () => {
  await write({ topic: 'waiting', payload: {} });
  const [row] = await lease('waiting', 1);
  if (!row) throw new Error('nothing leased');
  expect(
    await finishRows(db, [{ ...row, next: { state: 'pending', reason: 'busy', delayMs: 60_000 } }]),
  ).toEqual([true]);
  expect(await lease('waiting', 1)).toEqual([]);
});

test('records the outcomes of attempts that end together, except one whose lease has expired', async () => {
  await write(
    { topic: 'together', payload: {} },
    { topic: 'together', payload: {} },
    { topic: 'together', payload: {} },
  );
  const [done, failed, lost] = await lease('together', 3);
  if (!done || !failed || !lost) throw new Error('nothing was leased');
  const past = { ...lost, leaseToken: done.leaseToken };
  const outcomes = await finishRows(db, [
    { ...past, next: { state: 'done', delayMs: 0 } },
    { ...failed, next: { state: 'dead', reason: 'no such number', delayMs: 0 } },
    { ...done, next: { state: 'done', delayMs: 0 } },
  ]);
  expect(outcomes).toEqual([false, true, true]);
  const { rows } = await sql<{ id: string }>`
    select id, state, last_error, payload is null as "isEmpty", lease_token is null as "isFree"
    from outbox where topic = 'together'`.execute(db);
  const stateOf = ({ id }: LeasedRow) => rows.find((row) => row.id === id);
  expect(stateOf(done)).toMatchObject({ state: 'done', last_error: null, isEmpty: true, isFree: true });
  expect(stateOf(failed)).toMatchObject({ state: 'dead', last_error: 'no such number', isEmpty: false });
  expect(stateOf(lost)).toMatchObject({ state: 'pending', isFree: false });
});

test('deletes rows processed more than 30 days ago, and keeps others', async () => {
  await write({ topic: 'old', payload: {} }, { topic: 'old', payload: {} }, { topic: 'old', payload: {} });
  const done = (await lease('old', 3)).map((row) => ({
    ...row,
    next: { state: 'done', delayMs: 0 } as const,
  }));
  expect(await finishRows(db, done)).toEqual([true, true, true]);
  await sql`update outbox set finished_at = now() - interval '31 days'
    where id in (select id from outbox where topic = 'old' limit 2)`.execute(db);
  expect(await removeOldRows(db)).toBe(2);
  const { rows } = await sql`select 1 from outbox where topic = 'old'`.execute(db);
  expect(rows).toHaveLength(1);
});

test('deletes all old rows, even if there are more than one batch', async () => {
  const owner = openDatabase(database.ownerUrl, { connections: 1, name: 'test' });
  try {
    await sql`
      insert into outbox (id, topic, payload, state, created_at, finished_at)
      select gen_random_uuid(), 'many', null, 'done', now() - interval '31 days', now() - interval '31 days'
      from generate_series(1, 20001)`.execute(owner);
  } finally {
    await owner.destroy();
  }
  expect(await removeOldRows(db)).toBe(20_001);
});

test('deletes given-up rows after 90 days, and keeps their payload until then', async () => {
  await write({ topic: 'lost', payload: {} }, { topic: 'lost', payload: {} }, { topic: 'lost', payload: {} });
  const [dead, unknown] = await lease('lost', 2);
  if (!dead || !unknown) throw new Error('nothing was leased');
  await finishRows(db, [
    { ...dead, next: { state: 'dead', delayMs: 0 } },
    { ...unknown, next: { state: 'unknown', delayMs: 0 } },
  ]);
  const age = (days: number) =>
    sql`update outbox set created_at = now() - make_interval(days => ${days}),
      finished_at = case when finished_at is not null then now() - make_interval(days => ${days}) end
      where topic = 'lost'`.execute(db);
  await age(89);
  expect(await removeOldRows(db)).toBe(0);
  await age(91);
  expect(await removeOldRows(db)).toBe(2);
  const { rows } = await sql`select state from outbox where topic = 'lost'`.execute(db);
  expect(rows).toEqual([{ state: 'pending' }]);
});

async function write(...rows: OutboxRow[]): Promise<void> {
  await db.transaction().execute((tx) => enqueue(tx, keys, rows));
}

function lease(topic: string, limit: number): Promise<LeasedRow[]> {
  return leaseRows(db, { topics: [topic], limit, leaseMs: 60_000 });
}

async function urgencyOf(leased: LeasedRow[]): Promise<boolean[]> {
  const { rows } = await sql<{ isUrgent: boolean }>`
    select is_urgent as "isUrgent" from outbox where id = any(${leased.map(({ id }) => id)}::uuid[])
    order by is_urgent`.execute(db);
  return rows.map(({ isUrgent }) => isUrgent);
}
