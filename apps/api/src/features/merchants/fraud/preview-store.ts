import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Db, Transaction } from '../../../platform/db/database.ts';

const QUERY_CANCELED = '57014';

/**
 * Runs several SQL statements under one time limit.
 * @param read calls `limitTime` before each slow statement
 * @returns undefined if the time runs out
 */
export async function readWithin<Answer>(
  db: Db,
  withinMs: number,
  read: (tx: Transaction, limitTime: () => Promise<void>) => Promise<Answer>,
): Promise<Answer | undefined> {
  const endsAt = performance.now() + withinMs;
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute((tx) => read(tx, () => limitTime(tx, endsAt - performance.now())));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === QUERY_CANCELED) return undefined;
    throw error;
  }
}

async function limitTime(tx: Transaction, leftMs: number): Promise<void> {
  // PostgreSQL takes 0 as no limit.
  const limitMs = String(Math.max(1, Math.ceil(leftMs)));
  await sql`select set_config('statement_timeout', ${limitMs}, true)`.execute(tx);
}

export async function readDaysAgo(tx: Transaction, days: number): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select moment() - make_interval(days => ${days}) as since`.execute(tx);
  return rows[0]?.since ?? new Date();
}
