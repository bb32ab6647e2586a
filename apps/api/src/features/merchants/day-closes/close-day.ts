import {
  centsOf,
  shillingsOf,
  type closeDay as endpoint,
  type DayClose,
  type HandlerInput,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockMerchant } from '../../people/merchants/index.ts';
import { describeClose } from './describe-close.ts';
import { entriesAt, sumsOf, type Sums } from './open-day.ts';
import { lockRedemptions, readOpenEntries } from './open-store.ts';
import { findClose, insertClose, readOnlyConfirmer } from './store.ts';

type Body = HandlerInput<typeof endpoint>['body'];

/**
 * Closes a person's day at a place and till. The same attempt again answers with the first close. A
 * redemption that commits later counts in the next close.
 * @throws Refusal day_close_empty, day_close_changed
 */
export async function closeDay(
  { db }: Pick<Deps, 'db'>,
  { actor, ...body }: Body & { actor: ActorOf<'merchant'> },
): Promise<DayClose> {
  const { merchantId, staffId } = actor;
  const closeId = derivedId('day_close', `${staffId}/${body.attemptId}`);
  await inTransaction(db, async (tx) => {
    await lockMerchant(tx, merchantId);
    if (await findClose(tx, { merchantId, staffId }, closeId)) return;
    const drawer = { placeId: body.placeId, till: body.till ?? null };
    const seen = entriesAt(await readOpenEntries(tx, staffId), drawer);
    await lockRedemptions(
      tx,
      seen.map(({ redemptionId }) => redemptionId),
    );
    // Read again: bills and reversals may have changed while their locks were awaited.
    const entries = entriesAt(await readOpenEntries(tx, staffId), drawer);
    const sums = sumsOf(entries);
    if (!sums) throw new Refusal('day_close_empty');
    if (!isAsSeen(sums, body.seen)) throw new Refusal('day_close_changed');
    const { counted, note } = body;
    await insertClose(tx, {
      closeId,
      merchantId,
      staffId,
      sums,
      countedCents: centsOf(counted),
      note,
      entries,
    });
  });
  const [record, isOnlyConfirmer] = await Promise.all([
    findClose(db, { merchantId, staffId }, closeId),
    readOnlyConfirmer(db, actor),
  ]);
  if (!record) throw new Error('a closed day is not there');
  return describeClose(record, { actor, isOnlyConfirmer });
}

function isAsSeen(sums: Sums, seen: Body['seen']): boolean {
  return (
    sums.redemptions === seen.redemptions &&
    sums.reversals === seen.reversals &&
    shillingsOf(sums.redeemedCents - sums.reversedCents) === seen.net &&
    shillingsOf(sums.cashCents) === seen.cash
  );
}
