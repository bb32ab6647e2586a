import type { HandlerInput, SentGift, cancelGift as endpoint } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUser } from '../../people/users/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { sendOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { findBought, findMissingReceipt } from '../purchases/index.ts';
import { findOriginId, lockValue, readSentGift, requireScheduled } from '../vouchers/index.ts';
import { refundVoucher } from './refund-voucher.ts';
import { countCancellationsToday, isCancelledBy } from './store.ts';

const MOST_A_DAY = 3;
const REASON = 'Cancelled before it was sent';

type Cancelling = { userId: string } & HandlerInput<typeof endpoint>['body'];

/**
 * Cancels a gift before it is sent. M-PESA returns its whole price, including our fee, to the phone that paid; if
 * that is impossible, as for one gift of a basket, the buyer's wallet gets it. Needs no approval. A repetition gets the same answer.
 * @throws Refusal voucher_not_found also for another user's gift; gift_sent; gift_cancelled if an administrator has
 * refunded it; cancellations_exhausted from the fourth cancellation of a day in Nairobi; and why a voucher gives
 * nothing
 */
export async function cancelGift(deps: OrderDeps, cancelling: Cancelling): Promise<SentGift> {
  const { userId, voucherId } = cancelling;
  await lookForReceipt(deps, cancelling);
  const refundId = newId();
  const isNew = await inTransaction(deps.db, (tx) => cancel(tx, deps, { ...cancelling, refundId }));
  if (isNew) await sendOrder(deps, { kind: 'refund', homeId: voucherId, id: refundId });
  return readSentGift(deps.db, userId, voucherId);
}

/**
 * Searches M-PESA's list for a missing receipt: without it M-PESA cannot reverse the payment, and the money goes to
 * the wallet.
 */
async function lookForReceipt(deps: OrderDeps, { userId, voucherId }: Cancelling): Promise<void> {
  if (!(await readSentGift(deps.db, userId, voucherId)).canBeMoved) return;
  const bought = await findBought(deps.db, await findOriginId(deps.db, voucherId));
  if (bought) await findMissingReceipt(deps, bought.purchase);
}

/**
 * Cancels a gift under its lock.
 * @returns false if the gift was already cancelled
 */
async function cancel(
  tx: Transaction,
  deps: OrderDeps,
  { userId, voucherId, refundId }: Cancelling & { refundId: string },
): Promise<boolean> {
  await lockUser(tx, userId);
  const voucher = await lockValue(tx, { voucherId, walletOf: userId });
  if (voucher.buyerId !== userId) throw new Refusal('voucher_not_found');
  if (await isCancelledBy(tx, { userId, voucherId })) return false;
  requireScheduled(voucher);
  if ((await countCancellationsToday(tx, userId)) >= MOST_A_DAY) throw new Refusal('cancellations_exhausted');
  await refundVoucher(tx, deps, {
    refundId,
    voucherId,
    closesAs: 'REFUNDED',
    reason: REASON,
    actor: { kind: 'consumer', id: userId },
  });
  await publishHint(tx, { userId, topic: 'voucher', id: voucherId });
  return true;
}
