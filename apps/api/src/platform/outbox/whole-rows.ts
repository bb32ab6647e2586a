import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';

const READ_AT_ONCE = 1_000;

/** Of these topics, and no other worker holds it. */
export function isDue(topics: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(
    state = 'pending' and available_at <= moment() and (lease_until is null or lease_until < now())
    and topic = any(${topics}::text[])
  )`;
}

/**
 * The due rows whose transaction has ended on every node. The coordinator commits before the others do, by milliseconds, or
 * by as long as one of them is down: what a row tells of could not be found there yet.
 */
export async function readWholeRows(db: Db, topics: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; writer: string }>`
    select id, xmin::text as writer from outbox where ${isDue(topics)}
    order by is_urgent desc, available_at, id limit ${READ_AT_ONCE}`.execute(db);
  if (rows.length === 0) return [];
  // Asked after the rows were read: their writers are committed on the coordinator, and are prepared elsewhere or done.
  const writers = [...new Set(rows.map(({ writer }) => writer))];
  const { rows: unfinished } = await sql<{ writer: string }>`
    select distinct t.xmin::text as writer
    from run_command_on_workers('select coalesce(jsonb_agg(gid), ''[]'') from pg_prepared_xacts') a
    join pg_dist_node n on n.nodename = a.nodename and n.nodeport = a.nodeport
    join pg_dist_transaction t on t.groupid = n.groupid
    where t.xmin::text = any(${writers}::text[]) and (not a.success or a.result::jsonb ? t.gid)`.execute(db);
  const waiting = new Set(unfinished.map(({ writer }) => writer));
  return rows.flatMap(({ id, writer }) => (waiting.has(writer) ? [] : [id]));
}
