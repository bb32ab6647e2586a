import { sql, type RawBuilder } from 'kysely';
import type { PoolClient } from 'pg';
import { batchPoolOf, type Db } from './database.ts';
import { withRetries } from './in-transaction.ts';

export type LastTrip<Output> = {
  /** Calls of database functions that write, in this order and one statement; nothing is written when there is none. */
  writes: RawBuilder<unknown>[];
  output: Output;
};

/**
 * Runs a transaction of one statement that locks and reads, a decision, and one statement that writes; each statement
 * travels with the BEGIN before it or the COMMIT behind it. As COMMIT is on its way before the outcome of the write is
 * known, the write has to fail by itself when something is wrong. Retried after a lost connection
 * without asking for the outcome of the COMMIT (`inTransaction` does): the write has to be idempotent.
 * @param decide from the rows of the first statement, without waiting for anything
 */
export function inPipelinedTransaction<Row, Output>(
  db: Db,
  read: RawBuilder<Row>,
  decide: (rows: Row[]) => LastTrip<Output>,
): Promise<Output> {
  return withRetries(async () => {
    const client = await batchPoolOf(db).connect();
    let failure: unknown;
    try {
      const rows = await readInFirstRoundTrip(client, db, read);
      const { writes, output } = decide(rows);
      await lastTrip(client, db, writes);
      return output;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await leave(client, failure);
    }
  });
}

async function readInFirstRoundTrip<Row>(client: PoolClient, db: Db, read: RawBuilder<Row>): Promise<Row[]> {
  const statement = read.compile(db);
  const [, { rows }] = await bothOf(
    client.query('begin'),
    client.query(statement.sql, [...statement.parameters]),
  );
  // The caller's statement says of which type its rows are, as with every query here.
  return rows as Row[];
}

async function lastTrip(client: PoolClient, db: Db, writes: RawBuilder<unknown>[]): Promise<void> {
  if (writes.length === 0) {
    await client.query('commit');
    return;
  }
  const statement = sql`select ${sql.join(writes)}`.compile(db);
  // After a statement that failed, COMMIT rolls back.
  await bothOf(client.query(statement.sql, [...statement.parameters]), client.query('commit'));
}

/** Waits for both, and then fails with what failed first: nothing of this connection may still be under way. */
async function bothOf<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === 'rejected') throw one.reason;
  if (other.status === 'rejected') throw other.reason;
  return [one.value, other.value];
}

async function leave(client: PoolClient, failure: unknown): Promise<void> {
  if (failure === undefined) {
    client.release();
    return;
  }
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(true);
  }
}
