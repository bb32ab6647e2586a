import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { expect } from 'vitest';
import type { Db } from '../platform/db/database.ts';
import { until } from './until.ts';

/** Runs an SQL statement in an open transaction, so that its locks stay until they are released. */
export async function holding(
  owner: Pool,
  statement: string,
  values: unknown[] = [],
): Promise<() => Promise<void>> {
  const holder: PoolClient = await owner.connect();
  await holder.query('begin');
  await holder.query(statement, values);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

/** Waits until this many transactions of the product wait for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await until(async () => expect(await readWaiting(db)).toHaveLength(count));
}

/** SQL statements that run after an answer, in the background: the SMS of a gift was sent, or a gift was opened. */
const LATER_NOTES = ['%gift-messages%', '%set sms_sent_at%', '%set opened_at%'];

/**
 * Returns the product's SQL statements that wait for a lock. Only the product's own role can see the reason for their
 * wait.
 */
export async function readWaiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select query as statement from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and not query like any (${LATER_NOTES})`.execute(
    db,
  );
  return rows.map(({ statement }) => statement);
}

/**
 * Returns the locks on tables that the waiting transactions hold, such as `vouchers RowShareLock` after a
 * `select for update` and `vouchers RowExclusiveLock` after an `update`.
 */
export async function lockedWhileWaiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ held: string }>`
    select distinct l.relation::regclass || ' ' || l.mode as held
    from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and a.wait_event_type = 'Lock' and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
      and l.relation is not null`.execute(db);
  return rows.map(({ held }) => held);
}
