import { coverMsisdn, formatMsisdn, shillingsOf } from '@zawadi/contract';
import { postOrThrow, type TransferGroup } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { traceparentOf, withSpan, type Span } from '../../../platform/tracing/tracing.ts';
import type { Deps } from '../../../config/deps.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { readUser, readUsers, type UserRecord } from '../../people/users/index.ts';
import { postings } from '../../services/postings/index.ts';
import { issueVouchers, recordReceipt, type Issue } from '../vouchers/index.ts';
import { recordCompletions, updatePurchase, type Purchase } from './store.ts';

type Payment = {
  causeId: string;
  receipt: string | undefined;
  from?: 'collection' | 'suspense';
  /** Phone number that paid manually, masked by `paidFromOf`. */
  paidFrom?: string | undefined;
};

/** A payment of a purchase that the caller has locked, and the trace span of the message that reported the payment. */
export type Paid = { purchase: Purchase; payment: Payment; span?: Span | undefined };

/**
 * Completes purchases at their first success, in the caller's transaction: posts the money, issues the vouchers, and
 * notifies recipients and buyers.
 */
export async function completePurchases(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  all: Paid[],
): Promise<void> {
  if (all.length === 0) return;
  await postOrThrow(tx, all.map(postingOf));
  const completions = all.map(({ purchase: { homeId }, payment: { receipt, paidFrom } }) => ({
    homeId,
    receipt,
    paidFrom,
  }));
  await recordCompletions(tx, completions);
  const buyers = await readUsers(
    tx,
    all.map(({ purchase }) => purchase.buyerId),
  );
  const issues = all.map((paid, n) => issueOf(deps, paid, buyers[n]));
  await issueVouchers(tx, deps, issues);
}

function postingOf({ purchase, payment }: Paid): TransferGroup {
  return postings.purchasePaid({
    causeId: payment.causeId,
    voucherId: purchase.homeId,
    netCents: purchase.amountCents - purchase.feeCents,
    feeCents: purchase.feeCents,
    reference: payment.receipt ?? purchase.billReference,
    from: payment.from,
  });
}

function issueOf(
  deps: Pick<Deps, 'config' | 'clock'>,
  { purchase, payment, span }: Paid,
  buyer: UserRecord | undefined,
): Issue {
  return {
    voucher: {
      voucherId: purchase.homeId,
      purchaseId: purchase.id,
      buyerId: purchase.buyerId,
      faceCents: purchase.amountCents - purchase.feeCents,
      senderName: buyer ? `${buyer.firstName} ${buyer.lastName}` : 'Zawadi',
      recipientName: purchase.recipientName,
      recipientMsisdn: purchase.recipientMsisdn,
      recipientEmail: purchase.recipientEmail || null,
      message: purchase.message,
      cloth: purchase.cloth,
      deliverAt: purchase.deliverAt,
      mpesaReceipt: payment.receipt,
    },
    alsoTell: (isDelivered) => ({
      notices: [
        noticeOf(deps, { purchase, payment, buyer, isDelivered }),
        ...copyOf(purchase, buyer, isDelivered),
      ],
      hints: [{ userId: purchase.buyerId, topic: 'purchase', id: purchase.id }],
    }),
    traceparent: span && traceparentOf(span),
  };
}

function noticeOf(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  {
    purchase,
    payment,
    buyer,
    isDelivered,
  }: { purchase: Purchase; payment: Payment; buyer: UserRecord | undefined; isDelivered: boolean },
): Notice {
  return {
    template: 'purchase-completed',
    data: {
      recipientName: purchase.recipientName,
      amount: shillingsOf(purchase.amountCents),
      fee: shillingsOf(purchase.feeCents),
      value: shillingsOf(purchase.amountCents - purchase.feeCents),
      mpesaReceipt: payment.receipt,
      payer:
        payment.paidFrom === undefined ? formatMsisdn(purchase.payerMsisdn) : coverMsisdn(payment.paidFrom),
      paidAt: clock.now().toISOString(),
      reference: purchase.billReference,
      link: `${config.publicUrl}/dashboard/transactions/${purchase.id}`,
      deliverAt: isDelivered ? undefined : purchase.deliverAt?.toISOString(),
    },
    language: buyer?.language,
    email: buyer?.emailAlerts ? buyer.email : undefined,
    push: { userId: purchase.buyerId },
    dedupeKey: purchase.id,
  };
}

/** Makes the copy for an unverified email address that the buyer typed: without code, link and buyer's name. */
function copyOf(purchase: Purchase, buyer: UserRecord | undefined, isDelivered: boolean): Notice[] {
  if (purchase.copyEmail === null) return [];
  const { recipientName } = purchase;
  const value = shillingsOf(purchase.amountCents - purchase.feeCents);
  const deliverAt = isDelivered ? undefined : purchase.deliverAt?.toISOString();
  return [
    {
      template: 'gift-copy',
      data: { recipientName, value, deliverAt },
      email: purchase.copyEmail,
      language: buyer?.language,
      dedupeKey: purchase.id,
    },
  ];
}

type Booked = 'completed' | 'repeated' | 'paid_again';

/**
 * Books payments of different purchases by receipt; each receipt counts once. A payment completes an unpaid purchase,
 * or adds the missing receipt to a completed one. Any other payment counts as a second payment.
 */
export async function bookPayments(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  all: Paid[],
): Promise<Booked[]> {
  const isFirst = ({ purchase }: Paid) => purchase.status !== 'COMPLETED';
  await completePurchases(tx, deps, all.filter(isFirst));
  const outcomes: Booked[] = [];
  for (const paid of all) {
    const bookLater = () => bookLaterPayment(tx, deps, paid);
    outcomes.push(isFirst(paid) ? 'completed' : await withSpan(paid.span, bookLater));
  }
  return outcomes;
}

/** Books one payment; see `bookPayments`. */
export async function bookPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  purchase: Purchase,
  payment: Payment,
): Promise<Booked> {
  const [outcome] = await bookPayments(tx, deps, [{ purchase, payment }]);
  if (!outcome) throw new Error('A payment has no outcome.');
  return outcome;
}

async function bookLaterPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  { purchase, payment }: Paid,
): Promise<'repeated' | 'paid_again'> {
  const { receipt, causeId } = payment;
  if (receipt !== undefined && purchase.mpesaReceipt === null) {
    await updatePurchase(tx, purchase.homeId, {
      mpesa_receipt: receipt,
      paid_from: payment.paidFrom ?? null,
    });
    await recordReceipt(tx, purchase.homeId, receipt);
    await publishHint(tx, { userId: purchase.buyerId, topic: 'purchase', id: purchase.id });
    return 'repeated';
  }
  const cause = { ...payment, causeId: receipt === undefined ? causeId : `${causeId}/${receipt}` };
  await creditSecondPayment(tx, deps, purchase, cause);
  return 'paid_again';
}

/** Credits a purchase's second payment to the buyer's wallet, without a fee. */
async function creditSecondPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  purchase: Purchase,
  payment: Payment,
): Promise<void> {
  const { buyerId, amountCents: grossCents } = purchase;
  const { causeId } = payment;
  const reference = payment.receipt ?? purchase.billReference;
  await postOrThrow(tx, [postings.secondPaymentCredited({ causeId, buyerId, grossCents, reference })]);
  const buyer = await readUser(tx, buyerId);
  await notify(tx, deps, {
    template: 'second-payment',
    data: { amount: shillingsOf(grossCents) },
    sms: buyer?.phoneVerified ? buyer.phoneMsisdn : undefined,
    email: buyer?.emailAlerts ? buyer.email : undefined,
    push: { userId: buyerId },
    language: buyer?.language,
    dedupeKey: causeId,
  });
  await publishHint(tx, { userId: buyerId, topic: 'wallet', id: buyerId });
}
