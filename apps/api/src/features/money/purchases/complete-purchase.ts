import { coverMsisdn, formatMsisdn, shillingsOf } from '@zawadi/contract';
import { postOrThrow, type TransferGroup } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { traceparentOf, type Span } from '../../../platform/tracing/tracing.ts';
import type { Deps } from '../../../config/deps.ts';
import type { Notice } from '../../services/messages/index.ts';
import { readUsers, type UserRecord } from '../../people/users/index.ts';
import { purchasePostings } from '../../services/postings/index.ts';
import { issueVouchers, type Issue } from '../vouchers/index.ts';
import { listGifts, type PurchasedGift } from './gifts-store.ts';
import { recordCompletions, type Purchase } from './store.ts';

/** A payment by M-PESA, or by the buyer's wallet. */
type Payment = {
  causeId: string;
  receipt: string | undefined;
  from?: 'collection' | 'suspense' | 'wallet';
  /** Phone number that paid manually, masked by `paidFromOf`. */
  paidFrom?: string | undefined;
};

/** A payment of a purchase that the caller has locked, and the trace span of the message that reported the payment. */
export type Paid = { purchase: Purchase; payment: Payment; span?: Span | undefined };

type PaidGifts = Paid & { gifts: PurchasedGift[] };

/**
 * Completes purchases at their first success, in the caller's transaction: posts the money, issues a voucher for each
 * gift, and notifies recipients and buyers. All gifts of a purchase are paid, or none.
 */
export async function completePurchases(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  all: Paid[],
): Promise<void> {
  if (all.length === 0) return;
  const gifts = await listGifts(
    tx,
    all.map(({ purchase }) => purchase.homeId),
  );
  const ofHome = Map.groupBy(gifts, ({ homeId }) => homeId);
  const paid = all.map((one) => ({ ...one, gifts: ofHome.get(one.purchase.homeId) ?? [] }));
  await postOrThrow(tx, paid.map(postingOf));
  const completions = all.map(({ purchase: { homeId }, payment: { receipt, paidFrom, from } }) => ({
    homeId,
    receipt,
    paidFrom,
    paidBy: from === 'wallet' ? from : ('mpesa' as const),
  }));
  await recordCompletions(tx, completions);
  const buyers = await readUsers(
    tx,
    all.map(({ purchase }) => purchase.buyerId),
  );
  const issues = paid.flatMap((one, n) => issuesOf(deps, one, buyers[n]));
  await issueVouchers(tx, deps, issues);
}

function postingOf({ purchase, payment, gifts }: PaidGifts): TransferGroup {
  const { causeId, receipt, from } = payment;
  const { homeId, id: purchaseId, buyerId, feeCents } = purchase;
  const paid = {
    gifts: gifts.map((gift) => ({ voucherId: gift.voucherId, netCents: gift.amountCents - gift.feeCents })),
    feeCents,
    reference: receipt ?? purchase.billReference,
  };
  return from === 'wallet'
    ? purchasePostings.purchasePaidByWallet({ ...paid, purchaseId, buyerId })
    : purchasePostings.purchasePaid({ ...paid, causeId, homeId, from });
}

function issuesOf(
  deps: Pick<Deps, 'config' | 'clock'>,
  { purchase, payment, gifts, span }: PaidGifts,
  buyer: UserRecord | undefined,
): Issue[] {
  return gifts.map((gift, n) => ({
    voucher: {
      voucherId: gift.voucherId,
      purchaseId: purchase.id,
      buyerId: purchase.buyerId,
      faceCents: gift.amountCents - gift.feeCents,
      senderName: buyer ? `${buyer.firstName} ${buyer.lastName}` : 'Zawadi',
      recipientName: gift.recipientName,
      recipientMsisdn: gift.recipientMsisdn,
      recipientEmail: gift.recipientEmail || null,
      message: gift.message,
      cloth: gift.cloth,
      deliverAt: gift.deliverAt,
      mpesaReceipt: payment.receipt,
    },
    alsoTell: (isDelivered) => ({
      notices: [
        // One receipt for all gifts. `pay-from-wallet.ts` notifies of its own payments.
        ...(n === 0 && payment.from !== 'wallet'
          ? [receiptOf(deps, { purchase, payment, gifts, buyer, isDelivered })]
          : []),
        ...copyOf(gift, buyer, isDelivered),
      ],
      hints: n === 0 ? [{ userId: purchase.buyerId, topic: 'purchase', id: purchase.id }] : [],
    }),
    traceparent: span && traceparentOf(span),
  }));
}

function receiptOf(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  {
    purchase,
    payment,
    gifts: [first, ...others],
    buyer,
    isDelivered,
  }: PaidGifts & { buyer: UserRecord | undefined; isDelivered: boolean },
): Notice {
  const paid = {
    amount: shillingsOf(purchase.amountCents),
    fee: shillingsOf(purchase.feeCents),
    value: shillingsOf(purchase.amountCents - purchase.feeCents),
    mpesaReceipt: payment.receipt,
    payer:
      payment.paidFrom === undefined ? formatMsisdn(purchase.payerMsisdn) : coverMsisdn(payment.paidFrom),
    paidAt: clock.now().toISOString(),
    reference: purchase.billReference,
    link: `${config.publicUrl}/dashboard/transactions/${purchase.id}`,
  };
  const to = {
    language: buyer?.language,
    email: buyer?.emailAlerts ? buyer.email : undefined,
    push: { userId: purchase.buyerId },
    dedupeKey: purchase.id,
  };
  if (others.length > 0) {
    return { template: 'basket-completed', data: { ...paid, gifts: others.length + 1 }, ...to };
  }
  const recipientName = first?.recipientName ?? '';
  const deliverAt = isDelivered ? undefined : first?.deliverAt?.toISOString();
  // A buyer by USSD sees no receipt on a screen.
  const sms = purchase.isByUssd && buyer?.phoneVerified ? buyer.phoneMsisdn : undefined;
  return { template: 'purchase-completed', data: { ...paid, recipientName, deliverAt }, sms, ...to };
}

/** Makes the copy for an unverified email address that the buyer typed: without code, link and buyer's name. */
function copyOf(gift: PurchasedGift, buyer: UserRecord | undefined, isDelivered: boolean): Notice[] {
  if (gift.copyEmail === null) return [];
  const { recipientName } = gift;
  const value = shillingsOf(gift.amountCents - gift.feeCents);
  const deliverAt = isDelivered ? undefined : gift.deliverAt?.toISOString();
  return [
    {
      template: 'gift-copy',
      data: { recipientName, value, deliverAt },
      email: gift.copyEmail,
      language: buyer?.language,
      dedupeKey: gift.voucherId,
    },
  ];
}
