import {
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type HoldObject,
  type listHolds as endpoint,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { earliestMomentOf, latestMomentOf } from '../../../platform/nairobi-time.ts';
import { findHolds, findHoldsOfMerchant, type HoldRow } from './store.ts';

/**
 * Reads one hold.
 * @param of.placeId a place to which the caller is limited
 * @throws Refusal hold_not_found
 */
export async function readHold(
  db: Db,
  of: { merchantId: string; holdId: string; placeId?: string | undefined },
): Promise<HoldObject> {
  const [hold] = await findHolds(db, [of.holdId]);
  const isThere = of.placeId === undefined || hold?.placeId === of.placeId;
  if (hold?.merchantId !== of.merchantId || !isThere) throw new Refusal('hold_not_found');
  return describeHold(hold);
}

/**
 * Lists one page of a merchant's holds, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listHolds(
  db: Db,
  { merchantId, query }: { merchantId: string; query: HandlerInput<typeof endpoint>['query'] },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { limit, cursor, status, voucher: voucherId } = query;
  const [from, to] = [query['created[gte]'], query['created[lte]']];
  const found = await findHoldsOfMerchant(db, {
    merchantId,
    filters: {
      status,
      voucherId,
      from: from === undefined ? undefined : earliestMomentOf(from),
      to: to === undefined ? undefined : latestMomentOf(to),
    },
    after: parseCursor(cursor),
    limit: limit + 1,
  });
  const placed = found.map((row) => ({ row, place: { instant: row.instant, id: row.id } }));
  const { shown, nextCursor } = pageOf(placed, limit);
  return {
    object: 'list',
    data: shown.map(({ row }) => describeHold(row)),
    has_more: nextCursor !== undefined,
    next_cursor: nextCursor ?? null,
  };
}

/**
 * Describes a hold for the merchant API. A hold past its end is EXPIRED, even before the worker has released
 * it.
 */
export function describeHold(row: HoldRow): HoldObject {
  const { reference, endedAt, capturedCents } = row;
  return {
    id: row.id,
    object: 'hold',
    status: row.status === 'OPEN' && row.isPastEnd ? 'EXPIRED' : row.status,
    amount: shillingsOf(row.amountCents),
    captured_amount: shillingsOf(capturedCents),
    currency: 'KES',
    voucher: row.voucherId,
    voucher_last_four: row.codeLastFour,
    ...(reference !== null && { reference }),
    place: row.placeId,
    ...(row.till !== null && { till: row.till }),
    created: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    ...(row.status === 'CAPTURED' && { redemption: { id: row.id, amount: shillingsOf(capturedCents) } }),
  };
}
