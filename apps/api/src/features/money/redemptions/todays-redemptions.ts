import { shillingsOf, type HandlerAnswer, type HandlerInput, type todaysRedemptions } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import { managedPlaceOf, type ActorOf } from '../../../http/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { describeRedemption } from './describe-redemption.ts';
import { findRedemption, listOfToday, sumOfToday, type RedemptionRow } from './till-store.ts';

type Query = HandlerInput<typeof todaysRedemptions>['query'];

/**
 * Lists redemptions of today in Nairobi, of the viewer, or of all staff of the shop or of the viewer's only place.
 * @throws Refusal forbidden if a cashier requests all staff's redemptions
 */
export async function listTodaysRedemptions(
  { db }: Pick<Deps, 'db'>,
  { actor, query }: { actor: ActorOf<'merchant'>; query: Query },
): Promise<HandlerAnswer<typeof todaysRedemptions>> {
  const { merchantId, staffRole } = actor;
  if (query.of === 'everybody' && staffRole === 'cashier') throw new Refusal('forbidden');
  const whose =
    query.of === 'me'
      ? { merchantId, staffId: actor.staffId }
      : { merchantId, placeId: managedPlaceOf(actor) };
  const [found, sum] = await Promise.all([
    listOfToday(db, whose, { after: parseCursor(query.cursor), limit: query.limit + 1 }),
    sumOfToday(db, whose),
  ]);
  const placed = found.map((row) => ({ row, place: { instant: row.instant, id: row.redemptionId } }));
  const { shown, nextCursor } = pageOf(placed, query.limit);
  return {
    redemptions: shown.map(({ row }) => describeRedemption(row, staffRole)),
    nextCursor,
    count: sum.count,
    amount: shillingsOf(sum.amountCents),
  };
}

/**
 * Reads one redemption for its receipt. A cashier may read only own redemptions of today, a manager of one place only
 * those made there.
 * @throws Refusal redemption_not_found
 */
export async function readOwnRedemption(
  { db }: Pick<Deps, 'db'>,
  { actor, redemptionId }: { actor: ActorOf<'merchant'>; redemptionId: string },
): Promise<RedemptionRow> {
  const row = await findRedemption(db, actor.merchantId, redemptionId);
  const isTheirs = actor.staffRole !== 'cashier' || (row?.isOfToday && row.staffId === actor.staffId);
  if (!row || !isTheirs || !isWithinPlace(actor, row)) throw new Refusal('redemption_not_found');
  return row;
}

/** Returns whether the redemption was made at the manager's only place; true for other staff. */
export function isWithinPlace(actor: ActorOf<'merchant'>, row: Pick<RedemptionRow, 'placeId'>): boolean {
  return (managedPlaceOf(actor) ?? row.placeId) === row.placeId;
}
