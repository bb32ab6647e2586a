import { sql } from 'kysely';
import { RETENTION } from '../retention.ts';
import type { Db } from '../db/database.ts';

export const WINDOW_MS = 60_000;
const window = sql`${WINDOW_MS}::integer * interval '1 millisecond'`;

/**
 * Adds the counts of one process to the database. Sends and returns ages instead of timestamps, so that clocks may
 * differ.
 * @param counts sorted by key
 * @returns for each of `counts`, in order: the sum over all processes in the current minute, and the minute's age
 */
export async function mergeCounts(
  db: Db,
  counts: { key: Buffer; added: number; ageMs: number }[],
): Promise<{ used: number; ageMs: number }[]> {
  const { rows } = await sql<{ key: Buffer; used: number; ageMs: number }>`
    insert into call_counts as c (key, since, used)
    select key, clock_moment() - age_ms * interval '1 millisecond', added
    from unnest(
      ${counts.map(({ key }) => key)}::bytea[], ${counts.map(({ ageMs }) => ageMs)}::float8[],
      ${counts.map(({ added }) => added)}::bigint[]
    ) as told (key, age_ms, added)
    on conflict (key) do update set
      since = case when c.since > clock_moment() - ${window} then c.since else excluded.since end,
      used = case when c.since > clock_moment() - ${window} then c.used + excluded.used else excluded.used end
    returning key, used::float8 as used,
      (extract(epoch from clock_moment() - since) * 1000)::float8 as "ageMs"`.execute(db);
  const byKey = new Map(rows.map((row) => [row.key.toString('base64'), row]));
  return counts.map(({ key, added, ageMs }) => byKey.get(key.toString('base64')) ?? { used: added, ageMs });
}

/** Deletes the counts of past minutes. Runs as a job. */
export async function deleteOldCallCounts(db: Db): Promise<void> {
  await sql`
    delete from call_counts where since < moment() - ${RETENTION.call_counts.after}::interval`.execute(db);
}
