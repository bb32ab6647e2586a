import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLossyDatabase, type LossyDatabase } from '../../testing/lossy-database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Transaction } from './database.ts';
import { runWithCommit } from './dialect.ts';
import { inTransaction, UnknownOutcome } from './in-transaction.ts';

const SILENCE_MS = 300;
// Longer than a test. If a client waits this long for the answer to a rollback, the test fails.
const LONGER_THAN_A_TEST_MS = 600_000;

let database: TestDatabase;
let lossy: LossyDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  lossy = await openLossyDatabase(database.appUrl);
});

afterAll(async () => {
  await lossy.close();
  await database.drop();
});

/** Creates work that counts its runs: each run writes a row under a new key. */
function counting(topic: string) {
  const state = { runs: 0 };
  const work = async (tx: Transaction): Promise<number> => {
    state.runs += 1;
    await sql`select enqueue_outbox(
      array[${randomUUID()}::uuid], array[${topic}], array['x'::bytea], array[null::text], array[false],
      array[null::timestamptz]
    )`.execute(tx);
    return state.runs;
  };
  return { state, work };
}

async function countOf(topic: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where topic = ${topic}`.execute(lossy.db);
  return rows[0]?.count ?? 0;
}

test('F17 does not rerun committed work when the answer to COMMIT is lost', async () => {
  const { state, work } = counting('answer');
  lossy.loseNextCommit('answer');
  expect(await inTransaction(lossy.db, work)).toBe(1);
  expect(state.runs).toBe(1);
  expect(await countOf('answer')).toBe(1);
});

test('reruns work whose COMMIT never arrived', async () => {
  const { state, work } = counting('request');
  lossy.loseNextCommit('request');
  expect(await inTransaction(lossy.db, work)).toBe(2);
  expect(state.runs).toBe(2);
  expect(await countOf('request')).toBe(1);
});

test('waits for a COMMIT that has not reached the server yet', async () => {
  const { state, work } = counting('late');
  lossy.loseNextCommit('late');
  expect(await inTransaction(lossy.db, work)).toBe(1);
  expect(state.runs).toBe(1);
  expect(await countOf('late')).toBe(1);
});

test('aborts a COMMIT that arrives after its transaction was declared abandoned', async () => {
  const { work } = counting('fenced');
  lossy.loseNextCommit('late-with-outcome');
  expect(await inTransaction(lossy.db, work)).toBe(2);
  await lossy.untilDone();
  expect(await countOf('fenced')).toBe(1);
});

test('does not rerun work whose outcome can no longer be read', async () => {
  const { state, work } = counting('unknown');
  lossy.loseNextCommit('last-answer');
  await expect(inTransaction(lossy.db, work)).rejects.toThrow(UnknownOutcome);
  expect(state.runs).toBe(1);
  lossy.open();
  expect(await countOf('unknown')).toBe(1);
});

test('drops statements queued for COMMIT if there is no COMMIT', async () => {
  const taken = lossy.db.transaction().execute(async (tx) => {
    await runWithCommit(tx, sql`select 1 / 0`);
    throw new Error('changed its mind');
  });
  await expect(taken).rejects.toThrow('changed its mind');
  // Uses each connection of the pool. A plain transaction, because inTransaction would send a statement of its own.
  for (let n = 0; n < 8; n += 1) expect(await lossy.db.transaction().execute(async () => n)).toBe(n);
});

test('rolls back and rethrows when a statement sent with COMMIT fails', async () => {
  const { work } = counting('failing');
  const failing = lossy.db.transaction().execute(async (tx) => {
    await work(tx);
    await runWithCommit(tx, sql`select 1 / 0`);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await countOf('failing')).toBe(0);
  expect(await inTransaction(lossy.db, counting('after').work)).toBe(1);
});

test('gives no other query a connection on which the server is still rolling back', async () => {
  lossy.holdAfterNextError();
  await expect(sql`select 1 / 0`.execute(lossy.db)).rejects.toThrow('division by zero');
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(lossy.db);
  expect(rows).toEqual([{ one: 1 }]);
});

test('a failing transaction soon throws its cause, even if the server is slow to roll back', async () => {
  const patient = openDatabase(lossy.through(database.appUrl), {
    connections: 1,
    name: 'patient',
    answerWithinMs: LONGER_THAN_A_TEST_MS,
  });
  lossy.holdAfterNextError();
  const failing = inTransaction(patient, (tx) => sql`select 1 / 0`.execute(tx));
  await expect(failing).rejects.toThrow('division by zero');
  await patient.destroy();
  expect(await inTransaction(lossy.db, counting('beside').work)).toBe(1);
});

test('drops a silent connection only while a query waits for its answer', async () => {
  const patient = openDatabase(database.appUrl, {
    connections: 1,
    name: 'silent',
    answerWithinMs: SILENCE_MS,
  });
  const backend = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(patient)).rows;
  const first = await backend();
  await pause(3 * SILENCE_MS);
  expect(await backend()).toEqual(first);
  await expect(sql`select pg_sleep(10)`.execute(patient)).rejects.toThrow('Query read timeout');
  expect(await backend()).not.toEqual(first);
  await patient.destroy();
});

test('stores no outcome of a transaction that only reads', async () => {
  const before = await outcomes();
  await inTransaction(lossy.db, (tx) => sql`select 1`.execute(tx));
  expect(await outcomes()).toBe(before);
});

async function outcomes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transaction_outcomes`.execute(lossy.db);
  return rows[0]?.count ?? 0;
}
