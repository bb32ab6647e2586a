import type { DayClose } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockMerchant } from '../../people/merchants/index.ts';
import { describeClose } from './describe-close.ts';
import { closesFor } from './list-closes.ts';
import { findClose, markConfirmed, readOnlyConfirmer } from './store.ts';

/**
 * Confirms a closed day after its hand-over. The same person may repeat the call. Owners and managers may not confirm
 * their own close while the shop has another owner or manager.
 * @throws Refusal not_found, day_close_own, day_close_confirmed, day_close_needs_note
 */
export async function confirmClose(
  { db }: Pick<Deps, 'db'>,
  { actor, closeId, note }: { actor: ActorOf<'merchant'>; closeId: string; note: string },
): Promise<DayClose> {
  const { merchantId, staffId } = actor;
  const whose = closesFor(actor);
  return inTransaction(db, async (tx) => {
    await lockMerchant(tx, merchantId);
    const close = await findClose(tx, whose, closeId);
    if (!close) throw new Refusal('not_found');
    const isOnlyConfirmer = await readOnlyConfirmer(tx, actor);
    const viewer = { actor, isOnlyConfirmer };
    if (close.confirmedById === staffId) return describeClose(close, viewer);
    if (close.confirmedById !== null) throw new Refusal('day_close_confirmed');
    if (close.staffId === staffId && !isOnlyConfirmer(close.placeId)) throw new Refusal('day_close_own');
    if (close.countedCents !== close.cashCents && note === '') throw new Refusal('day_close_needs_note');
    await markConfirmed(tx, { closeId, staffId, note });
    const confirmed = await findClose(tx, whose, closeId);
    if (!confirmed) throw new Error('a closed day is not there');
    return describeClose(confirmed, viewer);
  });
}
