import { formatMsisdn, shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../access/users/index.ts';
import { findName } from '../unique-names/index.ts';
import { findOwnPurchase } from '../purchases/index.ts';
import { findOwnWithdrawal } from '../withdrawals/index.ts';
import type { Receipt } from './receipt-pdf.ts';
import { receiptWords } from './words.ts';

type Language = Receipt['language'];
type Payment = { userId: string; requestId: string };

/**
 * What the receipt of a payment says.
 * @throws Refusal not_found when there is none of this person's, or it is not completed
 */
export async function readReceipt(deps: Pick<Deps, 'db'>, payment: Payment): Promise<Receipt> {
  const user = await readUser(deps.db, payment.userId);
  if (!user) throw new Refusal('not_found');
  const isPurchase = (await findName(deps.db, 'purchase', payment.requestId)) !== undefined;
  return isPurchase
    ? purchaseReceipt(deps, payment, user.language)
    : withdrawalReceipt(deps, payment, user.language);
}

async function purchaseReceipt(
  { db }: Pick<Deps, 'db'>,
  { userId, requestId }: Payment,
  language: Language,
): Promise<Receipt> {
  const purchase = await findOwnPurchase(db, userId, requestId);
  if (purchase.status !== 'COMPLETED' || !purchase.completedAt) throw new Refusal('not_found');
  const words = receiptWords[language];
  const { completedAt, deliverAt } = purchase;
  return {
    language,
    title: `${words.receipt} ${shortId(requestId)}`,
    name: purchase.recipientName,
    kind: words.gift,
    sums: [
      { label: words.value, amount: shillingsOf(purchase.amountCents - purchase.feeCents) },
      { label: words.fee, amount: shillingsOf(purchase.feeCents) },
    ],
    total: { label: words.paid, amount: shillingsOf(purchase.amountCents) },
    facts: [
      { label: words.date, value: inNairobi(completedAt, language) },
      ...present(words.mpesa, purchase.mpesaReceipt),
      { label: words.payer, value: formatMsisdn(purchase.payerMsisdn) },
      { label: words.phone, value: formatMsisdn(purchase.recipientMsisdn) },
      ...present(words.arrives, deliverAt && deliverAt > completedAt ? inNairobi(deliverAt, language) : null),
      { label: words.reference, value: purchase.billReference },
      { label: words.id, value: shortId(requestId) },
    ],
    footer: words.footer,
  };
}

async function withdrawalReceipt(
  { db }: Pick<Deps, 'db'>,
  { userId, requestId }: Payment,
  language: Language,
): Promise<Receipt> {
  const withdrawal = await findOwnWithdrawal(db, userId, requestId);
  if (withdrawal.status !== 'COMPLETED' || !withdrawal.settledAt) throw new Refusal('not_found');
  const words = receiptWords[language];
  return {
    language,
    title: `${words.receipt} ${shortId(requestId)}`,
    name: withdrawal.recipientName,
    kind: words.withdrawal,
    sums: [
      { label: words.fromWallet, amount: shillingsOf(withdrawal.amountCents) },
      { label: words.fee, amount: -shillingsOf(withdrawal.feeCents) },
    ],
    total: { label: words.paidOut, amount: shillingsOf(withdrawal.amountCents - withdrawal.feeCents) },
    facts: [
      { label: words.date, value: inNairobi(withdrawal.settledAt, language) },
      ...present(words.mpesa, withdrawal.transactionCode),
      { label: words.phone, value: formatMsisdn(withdrawal.msisdn) },
      { label: words.reference, value: withdrawal.billReference },
      { label: words.id, value: shortId(requestId) },
    ],
    footer: words.footer,
  };
}

function present(label: string, value: string | null): { label: string; value: string }[] {
  return value === null ? [] : [{ label, value }];
}

/** As the screens show it. */
function shortId(requestId: string): string {
  return requestId.slice(0, 8).toUpperCase();
}

function inNairobi(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(`${language}-KE`, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Nairobi',
  }).format(moment);
}
