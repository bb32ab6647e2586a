import { sql } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Db } from './database.ts';

/**
 * Returns the last closed day in Nairobi, by the database's clock. A day closes ten minutes after midnight, when all
 * its transactions have ended.
 */
export async function lastClosedDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(${closedDay}, 'YYYY-MM-DD') as day`.execute(db);
  return rows[0]?.day ?? '';
}

export const closedDay = sql`(((moment() - interval '10 minutes') at time zone 'Africa/Nairobi')::date - 1)`;

/**
 * Checks that a day is closed.
 * @throws Refusal `day_not_over`
 */
export async function requireOver(db: Db, day: string): Promise<void> {
  if (day > (await lastClosedDay(db))) throw new Refusal('day_not_over');
}
