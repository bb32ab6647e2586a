import type { TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { nameOfShop } from '@zawadi/contract/shop-names';
import { shortReference } from '@zawadi/contract/short-reference';
import { formatMsisdn } from '@zawadi/contract/text';
import { paidByText } from './bill-text.ts';
import { say } from '../../../i18n/say.ts';
import { dateText, exactTimeText } from '../../../ui/time-text.ts';

/** Says how much value the voucher has left. */
export function leftText({ balance }: Pick<TillRedemption, 'balance'>): string {
  return balance === 0
    ? say('Nothing stays on the voucher')
    : say('{amount} stays on the voucher', { amount: formatKes(balance) });
}

/** Names who served and the till, such as `Juma Ali, Till 2`. */
export function servedText({ servedBy, till }: Pick<TillRedemption, 'servedBy' | 'till'>): string {
  return till === undefined || till === servedBy ? servedBy : `${servedBy}, ${till}`;
}

/** Formats a receipt as a text to share. */
export function receiptText(redemption: TillRedemption): string {
  const { shopAddress, shopPhone, amount, balance, expiresAt } = redemption;
  const { codeLastFour, redeemedAt, reversedAt, bill } = redemption;
  const left = reversedAt === undefined ? balance : balance + amount;
  const lines = [
    nameOfShop(redemption),
    shopAddress,
    shopPhone && formatMsisdn(shopPhone),
    say('{amount} taken from voucher {code}', { amount: formatKes(amount), code: `•••• ${codeLastFour}` }),
    reversedAt === undefined
      ? leftText(redemption)
      : say('Reversed {time}', { time: exactTimeText(new Date(reversedAt)) }),
    bill && say('Total of the bill {total}', { total: formatKes(bill.total) }),
    bill && `${paidByText(bill)}: ${formatKes(bill.rest)}`,
    left > 0 && say('Spend the rest by {day}', { day: dateText(new Date(expiresAt)) }),
    exactTimeText(new Date(redeemedAt)),
    say('Served by {name}', { name: servedText(redemption) }),
    say('Receipt {number}', { number: shortReference(redemption.redemptionId) }),
  ];
  return lines.filter(Boolean).join('\n').replaceAll('\u00a0', ' ');
}
