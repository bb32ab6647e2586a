import type { NewSavedView, RelativePeriod, SavedView } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** A view as its reader sees it. */
export type ViewRow = Omit<SavedView, 'period'> & { period: RelativePeriod | null };

/** Names the view and its reader, who is not always its owner. */
export type ViewKey = { viewId: string; administratorId: string };

function visibleTo(administratorId: string) {
  // Only its owner can change or delete a view, so it disappears with the owner's account.
  return sql`(v.administrator_id = ${administratorId} or (v.is_shared and a.status = 'ACTIVE'))`;
}

function columns(administratorId: string) {
  return sql`v.id as "viewId", v.list, v.name, v.filters, v.period, v.is_shared as "isShared",
    v.administrator_id = ${administratorId} as "isOwn", a.name as "ownerName"
    from saved_views v join administrators a on a.id = v.administrator_id`;
}

/** Lists own and shared views of one list by name, own ones first. */
export async function listViews(
  db: Db,
  { list, administratorId }: { list: string; administratorId: string },
): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select ${columns(administratorId)}
    where v.list = ${list} and ${visibleTo(administratorId)}
    order by v.administrator_id <> ${administratorId}, lower(v.name), v.id`.execute(db);
  return rows;
}

/** Reads an own or shared view. */
export async function findView(db: Db, { viewId, administratorId }: ViewKey): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${columns(administratorId)} where v.id = ${viewId} and ${visibleTo(administratorId)}`.execute(db);
  return rows[0];
}

/** Locks the administrator's views of all lists, so that their number is still true when one is added. */
export async function lockViewsOf(tx: Transaction, administratorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved-views ${administratorId}`}, 0))`.execute(
    tx,
  );
}

export async function countOwnViews(
  tx: Transaction,
  { list, administratorId }: { list: string; administratorId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_views
    where list = ${list} and administrator_id = ${administratorId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** @returns false if the view is missing or belongs to another administrator or list */
export async function updateView(
  tx: Transaction,
  { viewId, administratorId }: ViewKey,
  { list, name, filters, period, isShared }: NewSavedView,
): Promise<boolean> {
  const { rows } = await sql`
    update saved_views set name = ${name}, filters = ${JSON.stringify(filters)}::jsonb, period = ${period ?? null},
      is_shared = ${isShared}
    where id = ${viewId} and administrator_id = ${administratorId} and list = ${list} returning id`.execute(
    tx,
  );
  return rows.length === 1;
}

/** @returns false if another view has this id */
export async function insertView(
  tx: Transaction,
  { viewId, administratorId }: ViewKey,
  { list, name, filters, period, isShared }: NewSavedView,
): Promise<boolean> {
  const { rows } = await sql`
    insert into saved_views (id, administrator_id, list, name, filters, period, is_shared)
    values (${viewId}, ${administratorId}, ${list}, ${name}, ${JSON.stringify(filters)}::jsonb, ${period ?? null},
      ${isShared})
    on conflict (id) do nothing returning id`.execute(tx);
  return rows.length === 1;
}

/** @returns false if the view is missing or belongs to another administrator */
export async function deleteView(db: Db, { viewId, administratorId }: ViewKey): Promise<boolean> {
  const { rows } = await sql`
    delete from saved_views where id = ${viewId} and administrator_id = ${administratorId} returning id`.execute(
    db,
  );
  return rows.length === 1;
}
