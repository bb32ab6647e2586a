import { setTimeout as pause } from 'node:timers/promises';
import { sql, type ControlledTransaction } from 'kysely';
import { DatabaseError } from 'pg';
import { isSpread } from './cells.ts';
import type { Database, Db, Transaction } from './database.ts';
import { withRetries } from './in-transaction.ts';

/** Commits of others wait behind a lock that is asked for: rather short and again. */
const LONGEST_WAIT_MS = 250;
const PAUSE_MS = 100;
const CLOSES_WITHIN_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Of this process: each has two connections until its moment is there, and would wait for the other's second one. */
const closing = new WeakMap<object, Promise<unknown>>();

/**
 * Reads as of one moment, with any number of statements: on one PostgreSQL in one snapshot; where money is spread over nodes in one
 * for each of them, taken while no transaction was between its commits on two nodes. A plain sum over cells may
 * count one side of such a transaction. What is committed meanwhile is not seen, so it is not for decisions under lock.
 * @param db an open transaction reads as it is
 * @throws Error when a transaction stays uncommitted on one of the nodes, as after a crash until Citus has recovered it
 */
export async function atClosedMoment<T>(db: Db, read: (tx: Transaction) => Promise<T>): Promise<T> {
  // A caller's own transaction has its own snapshots already.
  if (db.isTransaction) return read(db as Transaction);
  if (!(await isSpread(db))) {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
  }
  const reader = await oneAfterTheOther(db, () => openReader(db));
  try {
    return await read(reader);
  } finally {
    await reader.rollback().execute();
  }
}

async function openReader(db: Db): Promise<ControlledTransaction<Database>> {
  const deadlineMs = performance.now() + CLOSES_WITHIN_MS;
  for (;;) {
    const reader = await withRetries(() => tryToOpenReader(db));
    if (reader) return reader;
    if (performance.now() > deadlineMs) {
      throw new Error('No moment could be closed: a transaction is committed on some nodes only.');
    }
    await pause(PAUSE_MS);
  }
}

/** @returns undefined while a commit is under way */
async function tryToOpenReader(db: Db): Promise<ControlledTransaction<Database> | undefined> {
  const reader = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let isOpen = false;
  try {
    const gate = await db.startTransaction().execute();
    try {
      if (!(await holdCommits(gate))) return undefined;
      // One connection to each node, and so one snapshot, which this takes on all of them.
      await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(reader);
      await sql`select 1 from ledger.lazy_balances limit 1`.execute(reader);
      isOpen = true;
      return reader;
    } finally {
      await gate.rollback().execute();
    }
  } finally {
    if (!isOpen) await reader.rollback().execute();
  }
}

/** @returns false while a commit is under way for long, or has not ended on every node */
async function holdCommits(gate: Transaction): Promise<boolean> {
  try {
    const { rows } = await sql<{ isClosed: boolean }>`
      select hold_commits(${LONGEST_WAIT_MS}) as "isClosed"`.execute(gate);
    return rows[0]?.isClosed === true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

async function oneAfterTheOther<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const before = closing.get(db) ?? Promise.resolve();
  const mine = before.then(work, work);
  closing.set(db, mine);
  return mine;
}
