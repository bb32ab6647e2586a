import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { expect } from 'vitest';
import type { Db } from '../platform/db/database.ts';
import { until } from './until.ts';

/** Holds what a statement locks until it is let go. */
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

/** Resolves once so many transactions of the product wait for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await until(async () => expect(await readWaiting(db)).toHaveLength(count));
}

/** What the product notes by itself after a call is answered: that a gift's SMS has left, that a gift was opened. */
const LATER_NOTES = ['%set "sms_sent_at"%', '%set opened_at%'];

/** The statements of the product that wait for a lock. Only its own role sees what they wait for. */
export async function readWaiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select query as statement from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and not query like any (${LATER_NOTES})`.execute(
    db,
  );
  return rows.map(({ statement }) => statement);
}
