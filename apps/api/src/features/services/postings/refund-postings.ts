import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { crossing, voucherOf, walletOf } from './crossing.ts';
import { group } from './group.ts';

/** Money of a refund. Its home is the voucher, or the home of the money in suspense. */
type RefundMoney = { refundId: string; homeId: string };

/** Reserves the price of an unspent gift, fee included, while M-PESA reverses the payment. */
export function refundReserved(
  money: RefundMoney & { voucherCents: bigint; feeCents: bigint },
): TransferGroup {
  const { homeId, refundId, voucherCents, feeCents } = money;
  const credit = account.held(refundId);
  return group('refund_reserved', refundId, [
    { leg: 'value', homeId, debit: account.voucher(homeId), credit, amount: voucherCents },
    { leg: 'fee', homeId, debit: account.depositFee, credit, amount: feeCents },
  ]);
}

/** Reserves unmatched money while M-PESA returns it to the payer. */
export function suspenseReserved(money: RefundMoney & { amountCents: bigint }): TransferGroup {
  const { homeId, refundId, amountCents: amount } = money;
  return group('suspense_reserved', refundId, [
    { leg: 'gross', homeId, debit: account.suspense, credit: account.held(refundId), amount },
  ]);
}

/** Posts a refund that M-PESA has paid to the buyer. */
export function refundReversed(money: RefundMoney & { reference?: string | undefined }): TransferGroup {
  const { homeId, refundId, reference } = money;
  const debit = account.held(refundId);
  return group('refund_reversed', refundId, [
    { leg: 'gross', homeId, debit, credit: account.collection, amount: 'all', reference },
  ]);
}

/** Credits the buyer's wallet, because M-PESA has definitely not paid the refund. */
export function refundToWallet({
  refundId,
  homeId,
  buyerId,
}: RefundMoney & { buyerId: string }): TransferGroup {
  const from = { homeId, account: account.held(refundId) };
  return group('refund', refundId, crossing({ from, to: walletOf(buyerId), amount: 'all' }));
}

/**
 * Returns reserved money to suspense, because M-PESA has definitely not paid the refund and the owner of the money is
 * unknown.
 */
export function refundToSuspense({ refundId, homeId }: RefundMoney): TransferGroup {
  return group('refund_to_suspense', refundId, [
    { leg: 'gross', homeId, debit: account.held(refundId), credit: account.suspense, amount: 'all' },
  ]);
}

/** Credits the buyer with the rest of the value of a partly spent gift. */
export function unspentRefunded(money: {
  refundId: string;
  voucherId: string;
  buyerId: string;
}): TransferGroup {
  const [from, to] = [voucherOf(money.voucherId), walletOf(money.buyerId)];
  return group('refund', money.refundId, crossing({ from, to, amount: 'all' }));
}

/** Assigns unmatched money to a consumer's wallet. */
export function suspenseToWallet(money: {
  actionId: string;
  homeId: string;
  userId: string;
  amountCents: bigint;
  reference: string;
}): TransferGroup {
  const { actionId, homeId, userId, amountCents: amount, reference } = money;
  const from = { homeId, account: account.suspense };
  return group('suspense_resolved', actionId, crossing({ from, to: walletOf(userId), amount, reference }));
}
