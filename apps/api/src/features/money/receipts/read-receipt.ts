import { cloth, coverMsisdn, formatKes, formatMsisdn, shillingsOf, shortReference } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser, type UserRecord } from '../../people/users/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { findOwnPurchase, listGifts, type PurchasedGift } from '../purchases/index.ts';
import { findOwnWithdrawal } from '../withdrawals/index.ts';
import { onPaper } from './on-paper.ts';
import type { Receipt } from './receipt-pdf.ts';
import { receiptWords } from './words.ts';

type Wanted = { user: UserRecord; requestId: string };
type ReceiptDeps = Pick<Deps, 'db'> & { mpesaShortCode: string };

/**
 * Reads the content of the receipt for a purchase or withdrawal.
 * @throws Refusal not_found if the payment is unknown, another user's or not completed
 */
export async function readReceipt(
  deps: ReceiptDeps,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<Receipt> {
  const user = await readUser(deps.db, userId);
  if (!user) throw new Refusal('not_found');
  const isPurchase = (await findName(deps.db, 'purchase', requestId)) !== undefined;
  return isPurchase
    ? purchaseReceipt(deps, { user, requestId })
    : withdrawalReceipt(deps, { user, requestId });
}

async function purchaseReceipt(
  { db, mpesaShortCode }: ReceiptDeps,
  { user, requestId }: Wanted,
): Promise<Receipt> {
  const purchase = await findOwnPurchase(db, user.id, requestId);
  if (purchase.status !== 'COMPLETED' || !purchase.completedAt) throw new Refusal('not_found');
  const { language } = user;
  const words = receiptWords[language];
  const { completedAt, mpesaReceipt, amountCents, feeCents } = purchase;
  const gifts = await listGifts(db, [purchase.homeId]);
  const isFromWallet = purchase.paidBy === 'wallet';
  return {
    language,
    title: [words.receipt, mpesaReceipt ?? shortReference(requestId)],
    paid: { label: words.paid, amount: shillingsOf(amountCents) },
    payer: {
      label: words.paidBy,
      name: nameOf(user),
      detail: isFromWallet ? words.walletOf(nameOf(user)) : payerOf(purchase),
    },
    payee: {
      label: words.paidTo,
      name: 'Zawadi',
      detail: isFromWallet ? '' : words.payBill(mpesaShortCode),
    },
    facts: [
      ...gifts.flatMap((gift) =>
        giftFacts(gift, { words, language, completedAt, isAlone: gifts.length === 1 }),
      ),
      { label: words.date, value: onPaper(completedAt, 'longMoment', language) },
      ...present(words.mpesa, mpesaReceipt),
      { label: words.reference, value: purchase.billReference },
      { label: words.id, value: shortReference(requestId) },
    ],
    sums: [
      { label: words.paid, amount: shillingsOf(amountCents) },
      { label: words.fee, amount: -shillingsOf(feeCents) },
    ],
    total: {
      label: gifts.length === 1 ? words.value : words.values,
      amount: shillingsOf(amountCents - feeCents),
    },
  };
}

/** Describes a gift: on one line with its value if the receipt lists several. */
function giftFacts(
  gift: PurchasedGift,
  {
    words,
    language,
    completedAt,
    isAlone,
  }: { words: Words; language: UserRecord['language']; completedAt: Date; isAlone: boolean },
): Receipt['facts'] {
  const { recipientName, recipientMsisdn, deliverAt } = gift;
  const value = formatKes(shillingsOf(gift.amountCents - gift.feeCents));
  const phone = formatMsisdn(recipientMsisdn);
  const arrives =
    deliverAt !== null && deliverAt > completedAt ? onPaper(deliverAt, 'longMoment', language) : null;
  const design = cloth.parse(gift.cloth);
  if (!isAlone) {
    const parts = [phone, value, ...(arrives === null ? [] : [arrives])];
    return [{ label: words.giftFor(recipientName), value: parts.join(' · '), cloth: design }];
  }
  return [
    { label: words.for, value: words.giftFor(recipientName), cloth: design },
    { label: words.phone, value: phone },
    ...present(words.arrives, arrives),
  ];
}

type Words = (typeof receiptWords)['en'];

async function withdrawalReceipt({ db }: ReceiptDeps, { user, requestId }: Wanted): Promise<Receipt> {
  const withdrawal = await findOwnWithdrawal(db, user.id, requestId);
  if (withdrawal.status !== 'COMPLETED' || !withdrawal.settledAt) throw new Refusal('not_found');
  const { language } = user;
  const words = receiptWords[language];
  const { transactionCode, amountCents, feeCents } = withdrawal;
  return {
    language,
    title: [words.receipt, transactionCode ?? shortReference(requestId)],
    paid: { label: words.paidOut, amount: shillingsOf(amountCents - feeCents) },
    payer: { label: words.paidBy, name: 'Zawadi', detail: words.walletOf(nameOf(user)) },
    payee: {
      label: words.paidTo,
      name: withdrawal.recipientName,
      detail: `M-PESA ${formatMsisdn(withdrawal.msisdn)}`,
    },
    facts: [
      { label: words.for, value: words.withdrawal },
      { label: words.date, value: onPaper(withdrawal.settledAt, 'longMoment', language) },
      ...present(words.mpesa, transactionCode),
      { label: words.reference, value: withdrawal.billReference },
      { label: words.id, value: shortReference(requestId) },
    ],
    sums: [
      { label: words.fromWallet, amount: shillingsOf(amountCents) },
      { label: words.fee, amount: -shillingsOf(feeCents) },
    ],
    total: { label: words.paidOut, amount: shillingsOf(amountCents - feeCents) },
  };
}

function nameOf({ firstName, lastName }: UserRecord): string {
  return `${firstName} ${lastName}`;
}

function present(label: string, value: string | null): { label: string; value: string }[] {
  return value === null ? [] : [{ label, value }];
}

/** Returns the phone number that paid; for a manual payment masked, as M-PESA reported it. */
function payerOf({ paidFrom, payerMsisdn }: { paidFrom: string | null; payerMsisdn: string }): string {
  return paidFrom === null ? formatMsisdn(payerMsisdn) : coverMsisdn(paidFrom);
}
