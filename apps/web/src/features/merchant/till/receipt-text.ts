import type { TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { shortReference } from '@zawadi/contract/short-reference';
import { exactTimeText } from '../../../ui/time-text.ts';

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
    `Receipt ${shortReference(redemption.redemptionId)}`,
  ];
  return lines.join('\n').replaceAll('\u00a0', ' ');
}
