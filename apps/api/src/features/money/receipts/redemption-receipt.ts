import { formatKes, formatMsisdn, shillingsOf, shortReference, shownPerson } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { describeBill, readOwnRedemption, shopAddressOf, type RedemptionRow } from '../redemptions/index.ts';
import { onPaper } from './on-paper.ts';
import type { Receipt } from './receipt-pdf.ts';
import { receiptWords } from './words.ts';

/**
 * Makes the receipt that a till prints, in English, as all texts for shops.
 * @throws Refusal redemption_not_found
 */
export async function redemptionReceipt(
  deps: Pick<Deps, 'db'>,
  asked: { actor: ActorOf<'merchant'>; redemptionId: string },
): Promise<Receipt> {
  const redemption = await readOwnRedemption(deps, asked);
  const id = shortReference(redemption.redemptionId);
  const { amountCents, balanceAfterCents, reversedAt } = redemption;
  const left = reversedAt ? balanceAfterCents + amountCents : balanceAfterCents;
  const words = receiptWords.en;
  return {
    language: 'en',
    title: [words.receipt, id],
    paid: { label: reversedAt ? 'Redeemed, and reversed' : 'Redeemed', amount: shillingsOf(amountCents) },
    payer: { label: 'Paid with', name: 'Gift voucher', detail: `ends in ${redemption.codeLastFour}` },
    payee: { label: words.paidTo, name: redemption.businessName, detail: shopOf(redemption) },
    facts: [
      {
        label: 'Voucher',
        value: words.giftFor(shownPerson(redemption.recipientName) || '…'),
        cloth: redemption.cloth,
      },
      { label: words.date, value: onPaper(redemption.redeemedAt, 'longMoment') },
      ...(reversedAt ? [{ label: 'Reversed', value: onPaper(reversedAt, 'longMoment') }] : []),
      { label: 'Served by', value: redemption.servedBy },
      { label: words.receipt, value: id },
      ...billOf(redemption),
      ...(left > 0n ? [{ label: 'Spend the rest by', value: onPaper(redemption.expiresAt, 'longDay') }] : []),
    ],
    sums: [
      { label: 'Voucher before', amount: shillingsOf(balanceAfterCents + amountCents) },
      { label: 'Redeemed', amount: -shillingsOf(amountCents) },
      ...(reversedAt ? [{ label: 'Given back', amount: shillingsOf(amountCents) }] : []),
    ],
    total: { label: 'Left on the voucher', amount: shillingsOf(left) },
  };
}

const PAID_BY = { cash: 'cash', card: 'bank card', mpesa: 'M-PESA' } as const;

/** Facts about the bill that the redemption paid in part; none if the shop noted no bill. */
function billOf(row: RedemptionRow): { label: string; value: string }[] {
  const bill = describeBill(row);
  if (!bill) return [];
  const { total, rest, paidBy, mpesaReceipt } = bill;
  const how = [PAID_BY[paidBy], mpesaReceipt].filter(Boolean).join(' ');
  return [
    { label: 'Total of the bill', value: formatKes(total) },
    { label: `Rest paid by ${how}`, value: formatKes(rest) },
  ];
}

/** Formats the shop's street address and phone number, one per line. */
function shopOf(row: RedemptionRow): string {
  const phone = row.shopPhoneMsisdn && formatMsisdn(row.shopPhoneMsisdn);
  return [shopAddressOf(row), phone].filter(Boolean).join('\n');
}
