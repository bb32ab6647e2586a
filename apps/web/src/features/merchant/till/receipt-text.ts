import type { TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { exactTimeText } from '../../../ui/time-text.ts';

/** The first eight symbols of its id name a redemption at a till. */
export function receiptNumber({ redemptionId }: Pick<TillRedemption, 'redemptionId'>): string {
  // Ids of one moment begin alike, so the random end of them is what tells two receipts apart.
  return redemptionId.slice(-8).toUpperCase();
}

/** What is left, in words. */
export function leftText({ balance }: Pick<TillRedemption, 'balance'>): string {
  return balance === 0 ? 'Nothing stays on the voucher' : `${formatKes(balance)} stays on the voucher`;
}

/** A receipt as a message. */
export function receiptText(redemption: TillRedemption): string {
  const { businessName, amount, codeLastFour, redeemedAt, servedBy, reversedAt } = redemption;
  const lines = [
    businessName,
    `${formatKes(amount)} taken from voucher •••• ${codeLastFour}`,
    reversedAt === undefined ? leftText(redemption) : `Reversed ${exactTimeText(new Date(reversedAt))}`,
    exactTimeText(new Date(redeemedAt)),
    `Served by ${servedBy}`,
    `Receipt ${receiptNumber(redemption)}`,
  ];
  return lines.join('\n').replaceAll('\u00a0', ' ');
}
