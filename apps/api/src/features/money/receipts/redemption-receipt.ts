import { formatKes, shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { readOwnRedemption } from '../redemptions/index.ts';
import type { Receipt } from './receipt-pdf.ts';
import { receiptWords } from './words.ts';

/**
 * What a till hands over: in English, as everything in a shop.
 * @throws Refusal redemption_not_found
 */
export async function redemptionReceipt(
  deps: Pick<Deps, 'db'>,
  asked: { actor: ActorOf<'merchant'>; redemptionId: string },
): Promise<Receipt> {
  const redemption = await readOwnRedemption(deps, asked);
  // Ids of one minute have the same beginning; their random end tells two receipts apart.
  const id = redemption.redemptionId.slice(-8).toUpperCase();
  const { amountCents, balanceAfterCents, reversedAt } = redemption;
  return {
    language: 'en',
    title: `${receiptWords.en.receipt} ${id}`,
    name: redemption.businessName,
    kind: reversedAt ? 'Gift voucher: this redemption was reversed' : 'Paid with a gift voucher',
    sums: [{ label: 'Voucher before', amount: shillingsOf(balanceAfterCents + amountCents) }],
    total: { label: reversedAt ? 'Redeemed, and reversed' : 'Redeemed', amount: shillingsOf(amountCents) },
    facts: [
      { label: 'Left on the voucher', value: formatKes(shillingsOf(balanceAfterCents)) },
      { label: 'Date', value: momentInNairobi(redemption.redeemedAt) },
      ...(reversedAt ? [{ label: 'Reversed', value: momentInNairobi(reversedAt) }] : []),
      { label: 'Served by', value: redemption.servedBy },
      { label: 'Voucher', value: `ends in ${redemption.codeLastFour}` },
      { label: 'Receipt', value: id },
    ],
    footer: receiptWords.en.footer,
  };
}

function momentInNairobi(moment: Date): string {
  return `${nairobiDay(moment)} ${nairobiTime(moment).slice(0, 5)}`;
}
