import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { crossing, merchantOf, voucherOf } from './crossing.ts';
import { group } from './group.ts';

// What administrators do to vouchers. Amounts are cents; an action's id makes each one event.

/** What is left on a void voucher goes to the one that takes its place. */
export function voucherReplaced(replaced: { voucherId: string; replacementId: string }): TransferGroup {
  const { voucherId, replacementId } = replaced;
  const [from, to] = [voucherOf(voucherId), voucherOf(replacementId)];
  return group('voucher_replaced', voucherId, crossing({ from, to, amount: 'all' }));
}

/** What is left on a void voucher of a merchant's own is the merchant's again. */
export function merchantVoucherVoided(voided: { voucherId: string; merchantId: string }): TransferGroup {
  const { voucherId, merchantId } = voided;
  const [from, to] = [voucherOf(voucherId), merchantOf(merchantId)];
  return group(
    'merchant_voucher_voided',
    voucherId,
    crossing({ from, to, amount: 'all', reference: voucherId }),
  );
}

type Extension = { actionId: string; voucherId: string; amountCents: bigint };

/** A voucher that had expired comes back with what was left on it. */
export function voucherExtended({
  actionId,
  voucherId: homeId,
  amountCents: amount,
}: Extension): TransferGroup {
  return group('extension', actionId, [
    { leg: 'rest', homeId, debit: account.expired, credit: account.voucher(homeId), amount },
  ]);
}

/** The same for one of a merchant's own, whose value the merchant got back when it expired. */
export function merchantVoucherExtended(extension: Extension & { merchantId: string }): TransferGroup {
  const { actionId, voucherId, merchantId, amountCents: amount } = extension;
  const [from, to] = [merchantOf(merchantId), voucherOf(voucherId)];
  return group('extension', actionId, crossing({ from, to, amount, reference: voucherId }));
}

/** Safaricom has taken a payment back: what is left on its voucher pays for it, the rest is lost. */
export function paymentTakenBack(taken: {
  purchaseId: string;
  voucherId: string;
  voucherCents: bigint;
  lostCents: bigint;
  reference: string;
}): TransferGroup {
  const { voucherId, reference } = taken;
  const credit = account.collection;
  return group('payment_taken_back', taken.purchaseId, [
    {
      leg: 'voucher',
      homeId: voucherId,
      debit: account.voucher(voucherId),
      credit,
      amount: taken.voucherCents,
      reference,
    },
    { leg: 'loss', homeId: voucherId, debit: account.losses, credit, amount: taken.lostCents, reference },
  ]);
}
