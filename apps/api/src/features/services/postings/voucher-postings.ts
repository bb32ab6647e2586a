import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { crossing, merchantOf, voucherOf } from './crossing.ts';
import { group } from './group.ts';

// Transfers of administrators' actions on vouchers. Amounts are cents; an action's id makes each one event.

/** Moves the rest of a voided voucher's value to its replacement. */
export function voucherReplaced(replaced: { voucherId: string; replacementId: string }): TransferGroup {
  const { voucherId, replacementId } = replaced;
  const [from, to] = [voucherOf(voucherId), voucherOf(replacementId)];
  return group('voucher_replaced', voucherId, crossing({ from, to, amount: 'all' }));
}

/** Returns the rest of the value of a merchant's own voided voucher to the merchant. */
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

/** Restores an expired voucher with the value that was left on it. */
export function voucherExtended({
  actionId,
  voucherId: homeId,
  amountCents: amount,
}: Extension): TransferGroup {
  return group('extension', actionId, [
    { leg: 'rest', homeId, debit: account.expired, credit: account.voucher(homeId), amount },
  ]);
}

/** Restores a merchant's own expired voucher. The value is taken from the merchant, who got it back at the expiry. */
export function merchantVoucherExtended(extension: Extension & { merchantId: string }): TransferGroup {
  const { actionId, voucherId, merchantId, amountCents: amount } = extension;
  const [from, to] = [merchantOf(merchantId), voucherOf(voucherId)];
  return group('extension', actionId, crossing({ from, to, amount, reference: voucherId }));
}

/**
 * Posts a payment that Safaricom took back: the rest of its vouchers' value covers it, and we lose the remainder.
 * @param taken.parts for each gift of the payment, what its voucher covers and what we lose
 */
export function paymentTakenBack(taken: {
  purchaseId: string;
  parts: readonly { voucherId: string; voucherCents: bigint; lostCents: bigint }[];
  reference: string;
}): TransferGroup {
  const { reference, parts } = taken;
  const credit = account.collection;
  const legs = parts.flatMap(({ voucherId: homeId, voucherCents, lostCents }) => {
    const suffix = parts.length === 1 ? '' : `/${homeId}`;
    const debit = account.voucher(homeId);
    return [
      { leg: `voucher${suffix}`, homeId, debit, credit, amount: voucherCents, reference },
      { leg: `loss${suffix}`, homeId, debit: account.losses, credit, amount: lostCents, reference },
    ];
  });
  return group('payment_taken_back', taken.purchaseId, legs);
}
