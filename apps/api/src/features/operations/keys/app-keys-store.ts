import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export type KnownKey = { id: string; replacedAt: Date | null };

/**
 * Writes down which keys a process uses.
 * @param ids of its ring, the one that seals first
 * @returns all keys that are in use as far as is known
 */
export async function registerKeys(db: Db, ids: readonly string[]): Promise<KnownKey[]> {
  const [first] = ids;
  await sql`
    insert into app_keys as k (id, sealing_since)
    select t.id, case when t.id = ${first} then moment() end from unnest(${ids}::text[]) as t (id)
    on conflict (id) do update set
      sealing_since = coalesce(k.sealing_since, excluded.sealing_since),
      replaced_at = case when k.id <> ${first} and k.sealing_since is not null then coalesce(k.replaced_at, moment()) end,
      dropped_at = null`.execute(db);
  const { rows } = await sql<KnownKey>`
    select id, replaced_at as "replacedAt" from app_keys where dropped_at is null order by first_seen_at, id`.execute(
    db,
  );
  return rows;
}

export async function dropKeys(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update app_keys set dropped_at = moment() where id = any(${ids}::text[])`.execute(db);
}
