import { sql, type RawBuilder } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { batchPoolOf, type Db } from './database.ts';
import { withRetries } from './in-transaction.ts';

export type LastTrip<Output> = {
  /** Calls of database functions that write, in this order and one statement; nothing is written when there is none. */
  writes: RawBuilder<unknown>[];
  /** One statement for each of them: Citus hands a call on to its node only when it is alone in its statement. */
  areApart?: boolean;
  output: Output;
};

/**
 * Runs a transaction of statements that lock and read, a decision, and one statement that writes; the first travel
 * with the BEGIN before them, the last with the COMMIT behind it. As COMMIT is on its way before the outcome of the write is
 * known, the write has to fail by itself when something is wrong. Retried after a lost connection
 * without asking for the outcome of the COMMIT (`inTransaction` does): the write has to be idempotent.
 * @param reads carried out in this order
 * @param decide from the rows of `reads`, one after the other, and of `readNext`, without waiting for anything
 * @param readNext read behind `reads`, and so after their locks are held
 */
export function inPipelinedTransaction<Row, Output, Next = never>(
  db: Db,
  reads: RawBuilder<Row>[],
  decide: (rows: Row[], next: Next[]) => LastTrip<Output>,
  readNext?: RawBuilder<Next>,
): Promise<Output> {
  return withRetries(async () => {
    const client = await batchPoolOf(db).connect();
    let failure: unknown;
    try {
      const [rows, next] = await readInFirstRoundTrip(client, db, reads, readNext);
      const decided = decide(rows, next);
      await lastTrip(client, db, decided);
      return decided.output;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await leave(client, failure);
    }
  });
}

async function readInFirstRoundTrip<Row, Next>(
  client: PoolClient,
  db: Db,
  reads: RawBuilder<Row>[],
  readNext: RawBuilder<Next> | undefined,
): Promise<[Row[], Next[]]> {
  const [, ...results] = await allOf([
    client.query('begin'),
    ...reads.map((read) => send(client, db, read)),
    ...(readNext ? [send(client, db, readNext)] : []),
  ]);
  const [next] = readNext ? results.splice(-1) : [];
  // The caller's statements say of which type their rows are, as with every query here.
  return [results.flatMap(({ rows }) => rows as Row[]), (next?.rows ?? []) as Next[]];
}

async function lastTrip(
  client: PoolClient,
  db: Db,
  { writes, areApart = false }: Omit<LastTrip<unknown>, 'output'>,
): Promise<void> {
  const together = writes.length > 0 ? [sql.join(writes)] : [];
  const statements = areApart ? writes : together;
  // After a statement that failed, COMMIT rolls back.
  await allOf([
    ...statements.map((statement) => send(client, db, sql`select ${statement}`)),
    client.query('commit'),
  ]);
}

function send(client: PoolClient, db: Db, query: RawBuilder<unknown>): Promise<QueryResult<object>> {
  const statement = query.compile(db);
  return client.query(statement.sql, [...statement.parameters]);
}

/** Waits for all, and then fails with what failed first: nothing of this connection may still be under way. */
async function allOf<One>(promises: Promise<One>[]): Promise<One[]> {
  return (await Promise.allSettled(promises)).map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
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
