import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export type KnownKey = {
  id: string;
  sealingSince: Date | null;
  replacedAt: Date | null;
  /** False if the key was dropped more than 30 days ago. Until then, a forgotten process may still seal with it. */
  isWatched: boolean;
  /** The process that last reported that it seals with this key; null if the report is older than three minutes. */
  sealing: { at: Date; by: string } | null;
};

/** A process reports every minute. Two reports may fail or be late before the process counts as ended. */
const REPORTED_RECENTLY = sql`k.sealed_last_at > moment() - interval '3 minutes'`;

/** Lists all keys that processes have used. */
export async function listKeys(db: Db): Promise<KnownKey[]> {
  const { rows } = await sql<Omit<KnownKey, 'sealing'> & { at: Date | null; by: string | null }>`
    select k.id, k.sealing_since as "sealingSince", k.replaced_at as "replacedAt",
      k.dropped_at is null or k.dropped_at > moment() - interval '30 days' as "isWatched",
      case when ${REPORTED_RECENTLY} then k.sealed_last_at end as at, k.sealed_last_by as by
    from app_keys k order by k.first_seen_at, k.id`.execute(db);
  return rows.map(({ at, by, ...key }) => ({ ...key, sealing: at && { at, by: by ?? 'a process' } }));
}

/**
 * Records the keys of a process. If its first key begins to seal only now, a new key behind it counts as replaced.
 * @param ring.ids the sealing key first
 * @param ring.successors keys behind the first that will follow it as sealing key
 * @param ring.by name of the process
 */
export async function registerKeys(
  db: Db,
  { ids, successors, by }: { ids: readonly string[]; successors: readonly string[]; by: string },
): Promise<void> {
  const [first] = ids;
  const isFirst = sql`t.id = ${first}`;
  // Ordered by id, so that processes that start at once with differently ordered rings do not deadlock.
  await sql`
    insert into app_keys as k (id, sealing_since, replaced_at, sealed_last_at, sealed_last_by)
    select t.id, case when ${isFirst} then moment() end,
      case when not (${isFirst}) and t.id <> all(${successors}::text[])
        and not exists (select from app_keys f where f.id = ${first} and f.sealing_since is not null)
        then moment() end,
      case when ${isFirst} then moment() end, case when ${isFirst} then ${by} end
    from unnest(${ids}::text[]) as t (id) order by t.id
    on conflict (id) do update set
      sealing_since = coalesce(k.sealing_since, excluded.sealing_since),
      replaced_at = case when k.id <> ${first} then coalesce(
        k.replaced_at, excluded.replaced_at, case when k.sealing_since is not null then moment() end
      ) end,
      sealed_last_at = coalesce(excluded.sealed_last_at, k.sealed_last_at),
      sealed_last_by = coalesce(excluded.sealed_last_by, k.sealed_last_by),
      dropped_at = null`.execute(db);
}

/** Records that a process still seals with a key. The key then no longer counts as dropped. */
export async function recordSealing(db: Db, id: string, by: string): Promise<void> {
  await sql`
    update app_keys set sealed_last_at = moment(), sealed_last_by = ${by}, dropped_at = null where id = ${id}`.execute(
    db,
  );
}

/** Drops unused keys, except keys with which a process still seals. Needed keys no longer count as dropped. */
export async function dropKeys(
  db: Db,
  { unused, needed }: { unused: readonly string[]; needed: readonly string[] },
): Promise<void> {
  await sql`
    update app_keys k set dropped_at = case
      when k.id = any(${unused}::text[]) and (${REPORTED_RECENTLY}) is not true then coalesce(k.dropped_at, moment()) end
    where k.id = any(${[...unused, ...needed]}::text[])`.execute(db);
}
