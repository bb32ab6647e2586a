import { postOrThrow, readBalance } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUserRecord, readUser } from '../../people/users/index.ts';
import type { Preview } from '../../services/approvals/index.ts';
import { account, refundPostings } from '../../services/postings/index.ts';
import { findBought } from '../purchases/index.ts';
import {
  closeWithReason,
  findOriginId,
  findVoucher,
  lockValue,
  wholeValueRefusal,
  type ClosingActor,
} from '../vouchers/index.ts';
import { recordRefundState } from './refund-state-store.ts';
import { findRefund, insertRefund, lockRefund } from './store.ts';
import { notifyBuyer, openReversal, refundWithoutMpesa } from './refund-orders.ts';

export type VoucherRefund = {
  /** Id of the administrator's action, so that a repeated action refunds once. */
  refundId: string;
  voucherId: string;
  /** Final state of the voucher: a void voucher whose value is refunded stays void. */
  closesAs: 'REFUNDED' | 'VOIDED';
  reason: string;
  actor: ClosingActor;
};

/**
 * Refunds a bought voucher. If nothing was spent, reserves the gift's whole price, including our fee, until M-PESA has
 * reversed the payment; the price of one gift of a basket, or of a gift that the wallet paid, goes to the buyer's wallet.
 * If part was spent, moves the rest to the buyer's wallet at once.
 * @returns amount and destination; undefined if the action is already done, by a commit whose answer was lost
 * @throws Refusal voucher_not_found, voucher_not_bought, buyer_gone, and why a voucher gives nothing
 */
export async function refundVoucher(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'log'>,
  refund: VoucherRefund,
): Promise<Plan | undefined> {
  const { refundId, voucherId, closesAs, reason, actor } = refund;
  const locked = await lockWithBuyer(tx, voucherId);
  if (await findRefund(tx, { homeId: voucherId, refundId })) return undefined;
  const refundable = await requireRefundable(tx, locked);
  const { buyerId, amountCents, isUnspent } = refundable;
  await closeWithReason(tx, {
    voucherId,
    actionId: refundId,
    as: closesAs,
    amountCents,
    reason,
    actor,
  });
  if (isUnspent) await refundWholePayment(tx, deps, refund, refundable);
  else await refundRemainder(tx, deps, { ...refund, buyerId, amountCents });
  await recordRefundState(tx, voucherId);
  return planOf(refundable);
}

/**
 * Previews amount and destination of a refund; locks the voucher until the end of the transaction.
 * @throws Refusal as `refundVoucher` does
 */
export async function previewRefund(tx: Transaction, voucherId: string): Promise<Preview> {
  const locked = await lockWithBuyer(tx, voucherId);
  const refundable = await requireRefundable(tx, locked);
  const { buyerId: homeId, amountCents: leftCents } = refundable;
  const { isReversed, ...plan } = planOf(refundable);
  const balances = [{ of: 'The voucher', beforeCents: leftCents, afterCents: 0n }];
  if (!isReversed) {
    const beforeCents = await readBalance(tx, { homeId, account: account.wallet(homeId) });
    const afterCents = beforeCents + plan.amountCents;
    balances.push({ of: 'The buyer’s wallet', beforeCents, afterCents });
  }
  return { ...plan, balances };
}

type Plan = ReturnType<typeof planOf>;

type Refundable = Awaited<ReturnType<typeof requireRefundable>>;

/** Plans a refund: its amount, the fee included in it, and its destination. */
function planOf({ gift, reversible, amountCents, isUnspent }: Refundable) {
  const isReversed = isUnspent && reversible !== null;
  return {
    amountCents: isUnspent ? gift.amountCents : amountCents,
    feeCents: isUnspent ? gift.feeCents : 0n,
    way: isReversed ? 'by M-PESA, to the number that paid' : 'to the wallet of the buyer',
    isReversed,
  };
}

type Locked = Awaited<ReturnType<typeof lockWithBuyer>>;

async function lockWithBuyer(tx: Transaction, voucherId: string) {
  const buyerId = (await findVoucher(tx, voucherId))?.buyerId ?? undefined;
  // Locks the buyer, so that the account cannot be deleted before the refund.
  if (buyerId !== undefined) await lockUserRecord(tx, buyerId);
  return { voucher: await lockValue(tx, { voucherId, walletOf: buyerId }), buyerId };
}

async function requireRefundable(tx: Transaction, { voucher, buyerId }: Locked) {
  const bought = await findBought(tx, await findOriginId(tx, voucher.id));
  if (!bought || buyerId === undefined) throw new Refusal('voucher_not_bought');
  const refusal = wholeValueRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  const { balanceCents: amountCents } = voucher;
  const { gift, purchase } = bought;
  return {
    gift,
    buyerId,
    amountCents,
    isUnspent: amountCents === gift.amountCents - gift.feeCents,
    /**
     * The receipt by which M-PESA finds the payment to reverse. M-PESA reverses whole payments only, so null for a gift
     * of a basket.
     */
    reversible: purchase.giftCount === 1 ? purchase.mpesaReceipt : null,
    mpesaReceipt: purchase.mpesaReceipt,
  };
}

async function refundWholePayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'log'>,
  { refundId, voucherId, reason, actor }: VoucherRefund,
  { gift, buyerId, reversible, mpesaReceipt }: Refundable,
): Promise<void> {
  const { amountCents, feeCents } = gift;
  const voucherCents = amountCents - feeCents;
  await postOrThrow(tx, [
    refundPostings.refundReserved({ refundId, homeId: voucherId, voucherCents, feeCents }),
  ]);
  await insertRefund(tx, {
    home_id: voucherId,
    id: refundId,
    source: 'voucher',
    voucher_id: voucherId,
    buyer_id: buyerId,
    amount_cents: amountCents,
    fee_cents: feeCents,
    status: 'PENDING',
    original_receipt: mpesaReceipt,
    reason,
    requested_by: administratorOf(actor),
  });
  if (reversible !== null) {
    await openReversal(tx, { homeId: voucherId, refundId, receipt: reversible, amountCents });
    return;
  }
  const pending = await lockRefund(tx, { homeId: voucherId, refundId });
  await refundWithoutMpesa(tx, deps, pending, mpesaReceipt === null ? 'no_receipt' : 'part_of_payment');
}

/** Returns the administrator who refunds; null if the buyer has cancelled the gift. */
function administratorOf({ kind, id }: ClosingActor): string | null {
  return kind === 'admin' ? id : null;
}

async function refundRemainder(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  {
    refundId,
    voucherId,
    buyerId,
    amountCents,
    reason,
    actor,
  }: VoucherRefund & { buyerId: string; amountCents: bigint },
): Promise<void> {
  if (!(await readUser(tx, buyerId))) throw new Refusal('buyer_gone');
  await postOrThrow(tx, [refundPostings.unspentRefunded({ refundId, voucherId, buyerId })]);
  await insertRefund(tx, {
    home_id: voucherId,
    id: refundId,
    source: 'voucher',
    voucher_id: voucherId,
    buyer_id: buyerId,
    amount_cents: amountCents,
    fee_cents: 0n,
    status: 'COMPLETED',
    returned_to: 'wallet',
    reason,
    requested_by: administratorOf(actor),
    settled_at: databaseNow,
  });
  await notifyBuyer(tx, deps, { id: refundId, homeId: voucherId, buyerId, amountCents }, 'wallet');
}
