import { coverMsisdn, formatMsisdn, shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { notify, type Notice } from '../../messages/messages/index.ts';
import { readUser, type UserRecord } from '../../access/users/index.ts';
import { postings } from '../postings/index.ts';
import { issueVoucher, recordReceipt, type Announcement } from '../vouchers/index.ts';
import { recordCompletion, updatePurchase, type Purchase } from './store.ts';

type Payment = {
  causeId: string;
  receipt: string | undefined;
  from?: 'collection' | 'suspense';
  /** Of a payment by hand, as `paidFromOf` covers it. */
  paidFrom?: string | undefined;
};

/**
 * Everything that follows from the first success of a purchase, in the caller's transaction: the postings, the
 * voucher, and the messages to recipient and buyer. The caller holds the purchase's lock.
 */
export async function completePurchase(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  purchase: Purchase,
  payment: Payment,
): Promise<void> {
  const netCents = purchase.amountCents - purchase.feeCents;
  await postOrThrow(tx, [
    postings.purchasePaid({
      causeId: payment.causeId,
      voucherId: purchase.homeId,
      netCents,
      feeCents: purchase.feeCents,
      reference: payment.receipt ?? purchase.billReference,
      from: payment.from,
    }),
  ]);
  const { receipt, paidFrom } = payment;
  await recordCompletion(tx, { homeId: purchase.homeId, receipt, paidFrom });
  const buyer = await readUser(tx, purchase.buyerId);
  const tellBuyer = (isDelivered: boolean): Announcement => ({
    notices: [
      noticeOf(deps, { purchase, payment, buyer, isDelivered }),
      ...copyOf(purchase, buyer, isDelivered),
    ],
    hints: [{ userId: purchase.buyerId, topic: 'purchase', id: purchase.id }],
  });
  const voucher = {
    voucherId: purchase.homeId,
    purchaseId: purchase.id,
    buyerId: purchase.buyerId,
    faceCents: netCents,
    senderName: buyer ? `${buyer.firstName} ${buyer.lastName}` : 'Zawadi',
    recipientName: purchase.recipientName,
    recipientMsisdn: purchase.recipientMsisdn,
    recipientEmail: purchase.recipientEmail || null,
    message: purchase.message,
    cloth: purchase.cloth,
    deliverAt: purchase.deliverAt,
    mpesaReceipt: payment.receipt,
  };
  await issueVoucher(tx, deps, voucher, tellBuyer);
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

/** To an address that the buyer typed and nobody has proven: neither a code nor a link, and no name of the buyer. */
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

/**
 * Books a payment of a purchase by its receipt, which counts once. It completes what is unpaid, fills a success that was
 * known without a receipt, and else is a second payment.
 */
export async function bookPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  purchase: Purchase,
  payment: Payment,
): Promise<'completed' | 'repeated' | 'paid_again'> {
  const { receipt, causeId } = payment;
  if (purchase.status !== 'COMPLETED') {
    await completePurchase(tx, deps, purchase, payment);
    return 'completed';
  }
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

/** A second success of one purchase is the buyer's money, without a fee. */
async function creditSecondPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  purchase: Purchase,
  payment: Payment,
): Promise<void> {
  const { buyerId, amountCents: grossCents } = purchase;
  const { causeId } = payment;
  const reference = payment.receipt ?? purchase.billReference;
  await postOrThrow(tx, [postings.purchasePaidAgain({ causeId, buyerId, grossCents, reference })]);
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
