import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Db, type Transaction } from './database.ts';
import { insertingRows } from './inserting-rows.ts';
import { inSharedTransaction, together } from './shared-transaction.ts';

let database: TestDatabase;
let db: Db;
let asked: number[][];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 3, name: 'shared-transaction-test' });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const double = together(async (on: Db, numbers: number[]): Promise<number[]> => {
  asked.push(numbers);
  const { rows } = await sql<{ double: number }>`
    select number * 2 as double from unnest(${numbers}::int[]) as number`.execute(on);
  return rows.map((row) => row.double);
});

const takeName = (tx: Transaction, key: string) =>
  sql`insert into unique_names (kind, key, home_id, target_id) values ('receipt', ${key}, uuidv7(), uuidv7())`.execute(
    tx,
  );

async function namesLike(pattern: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unique_names where key like ${pattern}`.execute(db);
  return rows[0]?.count ?? 0;
}

test('works that ask the same at the same step ask it in one statement, and each gets its own answer', async () => {
  const quadrupled = await inSharedTransaction(
    db,
    [1, 2, 3].map((number) => async (tx: Transaction) => double(tx, await double(tx, number))),
  );
  expect(quadrupled).toEqual([4, 8, 12]);
  expect(asked).toEqual([
    [1, 2, 3],
    [2, 4, 6],
  ]);
});

test('a work that fell behind catches up', async () => {
  const slowly = async (tx: Transaction): Promise<number> => {
    const first = await double(tx, 10);
    await sql`select 1`.execute(tx);
    await nextTurn();
    return double(tx, first);
  };
  const quickly = async (tx: Transaction): Promise<number> => {
    let number = 1;
    for (let step = 0; step < 6; step += 1) number = await double(tx, number);
    return number;
  };
  expect(await inSharedTransaction(db, [quickly, slowly, quickly])).toEqual([64, 40, 64]);
  expect(asked.flat().toSorted((one, other) => one - other)).toEqual([
    1, 1, 2, 2, 4, 4, 8, 8, 10, 16, 16, 20, 32, 32,
  ]);
  // Its two questions were part of rounds that the others asked anyway.
  expect(asked).toHaveLength(6);
});

test('what is asked alone, or outside of a shared transaction, is asked at once', async () => {
  expect(await double(db, 4)).toBe(8);
  expect(await inSharedTransaction(db, [(tx) => double(tx, 5)])).toEqual([10]);
  expect(asked).toEqual([[4], [5]]);
});

test('where one work throws, nothing of the others is left, and all have ended', async () => {
  const ended: string[] = [];
  const works = ['SHARED1', 'SHARED2'].map((key) => async (tx: Transaction) => {
    await takeName(tx, key);
    await nextTurn();
    await double(tx, 1);
    ended.push(key);
  });
  const failing = () => Promise.reject(new Error('not this one'));
  await expect(inSharedTransaction(db, [failing, ...works])).rejects.toThrow('not this one');
  expect(ended).toEqual(['SHARED1', 'SHARED2']);
  expect(await namesLike('SHARED%')).toBe(0);
});

test('what is thrown is what failed first, and not what the others met in the failed transaction', async () => {
  const failing = (tx: Transaction) => sql`select 1 / 0`.execute(tx);
  const later = async (tx: Transaction) => double(tx, await double(tx, 1));
  await expect(inSharedTransaction<unknown>(db, [later, failing])).rejects.toMatchObject({ code: '22012' });
});

test('a lock that is held elsewhere is waited for a quarter of a second, and longer where there is one work only', async () => {
  const lock = (tx: Transaction) => sql`select pg_advisory_xact_lock(2026)`.execute(tx);
  const release = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (tx) => {
    await lock(tx);
    isHeld.resolve();
    await release.promise;
  });
  await isHeld.promise;
  await expect(inSharedTransaction<unknown>(db, [lock, () => Promise.resolve()])).rejects.toMatchObject({
    code: '55P03',
  });
  const alone = inSharedTransaction(db, [lock]);
  release.resolve();
  await Promise.all([holder, alone]);
});

test('rows that are inserted together are as if each had been inserted alone', async () => {
  const body = { at: new Date('2026-11-26T08:00:00.123Z'), digest: Buffer.from('00ff10', 'hex') };
  const rowOf = (n: number) => ({
    id: `01990000-0000-7000-8000-00000000000${n}`,
    topic: 'sms',
    payload: body.digest,
    dedupe_key: n % 2 === 0 ? null : `jambo "${n}" \\ é`,
    available_at: body.at,
  });
  const owner = openDatabase(database.ownerUrl, { connections: 1, name: 'shared-transaction-owner' });
  try {
    await insertingRows(owner, 'outbox', [rowOf(1)]).execute();
    await insertingRows(owner, 'outbox', [rowOf(2), rowOf(3)], {
      dedupe_key: (given) => sql`upper(${given('dedupe_key')})`,
    }).execute();
    const stored = await owner
      .selectFrom('outbox')
      .select(['id', 'topic', 'payload', 'dedupe_key', 'available_at'])
      .orderBy('id')
      .execute();
    const three = { ...rowOf(3), dedupe_key: rowOf(3).dedupe_key?.toUpperCase() };
    expect(stored).toEqual([rowOf(1), rowOf(2), three]);
    const { dedupe_key: _, ...less } = rowOf(4);
    expect(() => insertingRows(owner, 'outbox', [rowOf(5), less])).toThrow('different columns');
  } finally {
    await owner.destroy();
  }
});
