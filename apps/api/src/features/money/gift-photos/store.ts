import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

export type PhotoState = 'SHOWN' | 'REPORTED' | 'REMOVED';

/** Stores the photo of a purchase, in place of an earlier one. */
export async function putPhoto(
  tx: Transaction,
  photo: { homeId: string; purchaseId: string; buyerId: string; webp: Buffer },
): Promise<void> {
  const { homeId, purchaseId, buyerId, webp } = photo;
  await sql`
    insert into gift_photos (home_id, purchase_id, buyer_id, webp)
    values (${homeId}, ${purchaseId}, ${buyerId}, ${webp})
    on conflict (home_id) do update set webp = excluded.webp, put_at = excluded.put_at`.execute(tx);
}

export async function deletePhoto(db: Db, homeId: string): Promise<void> {
  await sql`delete from gift_photos where home_id = ${homeId}`.execute(db);
}

/** Reads the photo of a gift, with its state. */
export async function findPhoto(
  db: Db,
  homeId: string,
): Promise<{ state: PhotoState; webp: Buffer | null } | undefined> {
  const { rows } = await sql<{ state: PhotoState; webp: Buffer | null }>`
    select state, webp from gift_photos where home_id = ${homeId}`.execute(db);
  return rows[0];
}

/**
 * Moves a photo to its next state, and deletes its picture if support removes it.
 * @returns false if the photo is not in the former state
 */
export async function movePhoto(
  tx: Transaction,
  homeId: string,
  { from, to }: { from: PhotoState; to: PhotoState },
): Promise<boolean> {
  const { rows } = await sql`
    update gift_photos set state = ${to}, webp = case when ${to} = 'REMOVED' then null else webp end
    where home_id = ${homeId} and state = ${from} returning home_id`.execute(tx);
  return rows.length > 0;
}

/** Deletes the photos of gifts that ended long ago, and of purchases that were not paid. */
export async function deleteOldPhotos(db: Db): Promise<void> {
  await sql`
    delete from gift_photos g
    where state <> 'REPORTED' and coalesce(
      (select coalesce(v.closed_at, v.expires_at) from vouchers v where v.id = g.home_id), g.put_at
    ) < moment() - ${RETENTION.gift_photos.after}::interval`.execute(db);
}
