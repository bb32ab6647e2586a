import { sql } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findPurchase, type Purchase } from './store.ts';

const GIFT = [
  'home_id as homeId',
  'voucher_id as voucherId',
  'amount_cents as amountCents',
  'fee_cents as feeCents',
  'recipient_name as recipientName',
  'recipient_msisdn as recipientMsisdn',
  'recipient_email as recipientEmail',
  'copy_email as copyEmail',
  'message',
  'cloth',
] as const;

/** The delivery moment that the buyer chose, or rescheduled the gift to. */
const DELIVER_AT = sql<Date | null>`
  case when g.deliver_at is not null then coalesce(
    (select v.deliver_at from vouchers v where v.id = g.voucher_id), g.deliver_at
  ) end`.as('deliverAt');

export type PurchasedGift = Awaited<ReturnType<typeof listGifts>>[number];

/** Lists the gifts of purchases, in the order of their buyer. */
export function listGifts(db: Db, homeIds: string[]) {
  return db
    .selectFrom('purchase_gifts as g')
    .select(GIFT)
    .select(DELIVER_AT)
    .where(isAnyOf('g.home_id', homeIds, 'uuid'))
    .orderBy('g.home_id')
    .orderBy('g.position')
    .execute();
}

/**
 * Finds the purchase of a voucher, and the gift that the voucher was issued for.
 * @returns undefined for a replacement, and for a voucher that was not bought
 */
export async function findBought(
  db: Db,
  voucherId: string,
): Promise<{ purchase: Purchase; gift: Omit<PurchasedGift, 'deliverAt'> } | undefined> {
  const gift = await db
    .selectFrom('purchase_gifts as g')
    .select(GIFT)
    .where('g.voucher_id', '=', voucherId)
    .executeTakeFirst();
  const purchase = gift && (await findPurchase(db, gift.homeId));
  return purchase && { purchase, gift };
}
