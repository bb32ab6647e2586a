import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Db } from './database.ts';
import { RetryTransaction } from './in-transaction.ts';
import { inPipelinedTransaction } from './pipelined-transaction.ts';

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

const read = sql<{ topics: number }>`select count(*)::int as topics from outbox`;

function writing(topic: string) {
  return sql`enqueue_outbox(
    array[${randomUUID()}::uuid], array[${topic}], array['x'::bytea], array[null::text], array[false], array[null::timestamptz]
  )`;
}

async function countOf(topic: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where topic = ${topic}`.execute(db);
  return rows[0]?.count ?? 0;
}

test('what was read decides what is written, and everything is there when it has ended', async () => {
  const output = await inPipelinedTransaction(db, [read, read], (rows) => ({
    writes: [writing('all')],
    output: rows.length,
  }));
  expect(output).toBe(2);
  expect(await countOf('all')).toBe(1);
});

test('of writes of which one fails nothing stays, and the connection serves the next', async () => {
  const failing = sql`1 / (select 0)`;
  await expect(
    inPipelinedTransaction(db, [read], () => ({ writes: [writing('half'), failing], output: undefined })),
  ).rejects.toThrow('division by zero');
  expect(await countOf('half')).toBe(0);
  expect(await inPipelinedTransaction(db, [read], () => ({ writes: [], output: 'next' }))).toBe('next');
});

test('a reading that fails and a decision that throws leave nothing open', async () => {
  const broken = sql<never>`select 1 / (select 0)`;
  await expect(inPipelinedTransaction(db, [broken], () => ({ writes: [], output: 1 }))).rejects.toThrow(
    'division by zero',
  );
  await expect(
    inPipelinedTransaction(db, [read], () => {
      throw new Error('undecided');
    }),
  ).rejects.toThrow('undecided');
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name like 'test%' and state like 'idle in transaction%'`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test('work that finds a concurrent transaction was faster is retried from its start', async () => {
  let runs = 0;
  const output = await inPipelinedTransaction(db, [read], () => {
    runs += 1;
    if (runs < 3) throw new RetryTransaction('not yet');
    return { writes: [writing('again')], output: runs };
  });
  expect(output).toBe(3);
  expect(await countOf('again')).toBe(1);
});

test('a connection that is cut between the two is another one the next time', async () => {
  let cuts = 0;
  const output = await inPipelinedTransaction(
    db,
    [sql<{ pid: number }>`select pg_backend_pid() as pid`],
    ([row]) => {
      cuts += 1;
      const dying = sql`pg_terminate_backend(${row?.pid ?? 0}::integer)`;
      return cuts === 1
        ? { writes: [dying], output: 'lost' }
        : { writes: [writing('survivor')], output: 'kept' };
    },
  );
  expect(output).toBe('kept');
  expect(await countOf('survivor')).toBe(1);
});
