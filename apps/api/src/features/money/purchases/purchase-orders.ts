import { centsOf, shillingsOf, type FailureReason } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { readUser } from '../../access/users/index.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { notify } from '../../messages/messages/index.ts';
import {
  listOrders,
  pollOwnerSoon,
  RECHECK_SECONDS,
  recordFailure,
  recordSuccess,
  type Order,
  type OrderDeps,
  type OrderKind,
  type Success,
} from '../../mpesa/orders/index.ts';
import { postings } from '../postings/index.ts';
import { findName, takeName, takeReceipt } from '../unique-names/index.ts';
import { otherPayerOf } from './paid-from.ts';
import { bookPayment } from './complete-purchase.ts';
import { findPayment } from './find-payment.ts';
import { releasePhone, shortenClaim } from './open-prompts-store.ts';
import { findWaitingReport } from './pay-bill-store.ts';
import { PROMPT_SECONDS } from './prompt-rules.ts';
import { findPurchase, lockPurchase, updatePurchase, type Purchase } from './store.ts';

const DESCRIPTION = 'Gift voucher';
const GIVEN_UP_AFTER_SECONDS = 48 * 3_600;
const WRONG_AMOUNT = 'wrong_amount';
/** M-PESA refuses the same amount from the same phone for two minutes: a sign that an earlier prompt was paid. */
const SAME_PAYMENT = '17';
/** Until then the buyer is on the screen, which shows it. */
const LATE_MS = 60_000;

/**
 * The order of one prompt (STK push), which is sent once. A failure cancels the purchase if nothing newer is open, and is
 * asked about again for a day, because M-PESA has been seen to deny what it later confirms.
 */
export const purchaseOrders: OrderKind = {
  resultsOf: () => 'stkPush',
  repeat: () => 'never',
  find: findPayment,
  givenUpAfterSeconds: GIVEN_UP_AFTER_SECONDS,
  isAskedAfterFailure: true,
  lockOwner: (tx, { homeId }) => lockPurchase(tx, homeId),

  request: async (db, order) => {
    const purchase = await findPurchase(db, order.homeId);
    return (
      purchase && {
        call: 'stkPush',
        msisdn: order.party,
        amountShillings: shillingsOf(order.amountCents),
        accountReference: purchase.billReference,
        description: DESCRIPTION,
      }
    );
  },

  onSent: async (tx, { homeId, id, party, providerIds }) => {
    const [checkoutRequestId] = providerIds;
    if (checkoutRequestId === undefined) return;
    await takeName(tx, 'checkout_request', checkoutRequestId, { homeId, targetId: id });
    await shortenClaim(tx, id, party, PROMPT_SECONDS + 15);
  },

  onSucceeded: async (tx, deps, order, success) => {
    const purchase = await lockPurchase(tx, order.homeId);
    const { receipt, amountShillings } = success;
    if (order.resultCode === WRONG_AMOUNT && (receipt === undefined || receipt === order.receipt)) {
      return 'repeated';
    }
    const owner = receipt && (await findName(tx, 'receipt', receipt));
    const isCounted = owner ? owner.homeId === order.homeId : false;
    if (receipt && !isCounted) {
      const isOurs = await takeReceipt(tx, receipt, { homeId: order.homeId, targetId: order.id });
      if (!isOurs) return 'review';
    }
    if (amountShillings !== undefined && centsOf(amountShillings) !== order.amountCents) {
      if (!isCounted)
        await keepInSuspense(tx, deps, { purchase, order, success: { ...success, amountShillings } });
      return closeWrongAmount(tx, deps, order, receipt);
    }
    await recordSuccess(tx, order, receipt ? { receipt } : { receipt, recheckSeconds: RECHECK_SECONDS });
    await releasePhone(tx, order.id, order.party);
    if (isCounted) return 'repeated';
    // A second success that a query alone tells of is no second payment before its receipt comes.
    if (receipt === undefined && purchase.status === 'COMPLETED') return 'noted';
    const paidFrom = otherPayerOf(success.payer, order.party);
    return bookPayment(tx, deps, purchase, { causeId: order.id, receipt, paidFrom });
  },

  onReceiptMissing: async (tx, order) => {
    const orders = await listOrders(tx, { homeId: order.homeId });
    const paid = orders.filter(({ state }) => state === 'SUCCEEDED').toReversed();
    // One payment has paid for the voucher, whatever its receipt. Another one is money that is not in our books.
    if (paid[0]?.id === order.id) return;
    const details = { amount: shillingsOf(order.amountCents) };
    await raiseReview(tx, { kind: 'second_payment_unproven', subjectId: order.id, details });
  },

  onFailed: async (tx, deps, order, { reason, resultCode }) => {
    const purchase = await lockPurchase(tx, order.homeId);
    await releasePhone(tx, order.id, order.party);
    if (resultCode === SAME_PAYMENT) await pollOwnerSoon(tx, order);
    const [latest] = await listOrders(tx, { homeId: order.homeId });
    if (purchase.status !== 'PENDING' || latest?.id !== order.id) return 'noted';
    if (await findWaitingReport(tx, order.homeId)) return 'noted';
    await updatePurchase(tx, purchase.homeId, { status: 'CANCELED', failure_reason: reason });
    await publishHint(tx, { userId: purchase.buyerId, topic: 'purchase', id: purchase.id });
    await notifyLateFailure(tx, deps, { purchase, order, reason });
    return 'canceled';
  },
};

/** M-PESA took another amount than the prompt asked for: administrators decide whose it is. */
async function keepInSuspense(
  tx: Transaction,
  deps: OrderDeps,
  {
    purchase,
    order,
    success,
  }: { purchase: Purchase; order: Order; success: Success & { amountShillings: number } },
): Promise<void> {
  const amountCents = centsOf(success.amountShillings);
  const reference = success.receipt ?? purchase.billReference;
  const causeId = `${order.id}/${reference}`;
  await postOrThrow(tx, [
    postings.moneyToSuspense({ causeId, homeId: purchase.homeId, amountCents, reference }),
  ]);
  const details = {
    asked: shillingsOf(order.amountCents),
    received: success.amountShillings,
    receipt: reference,
  };
  await raiseReview(tx, { kind: 'wrong_amount', subjectId: order.id, occurrence: reference, details });
  deps.log.error({ orderId: order.id, ...details }, 'M-PESA received another amount than asked for');
}

/** The prompt has not paid for the purchase; what came instead is in suspense. */
async function closeWrongAmount(
  tx: Transaction,
  deps: OrderDeps,
  order: Order,
  receipt: string | undefined,
): Promise<string> {
  if (order.state === 'SUCCEEDED') return 'review';
  const failure = { resultCode: WRONG_AMOUNT, reason: 'provider_error', isOurFault: false } as const;
  await recordFailure(tx, order, { ...failure, receipt });
  await purchaseOrders.onFailed(tx, deps, order, failure);
  return 'review';
}

/** Notifies the buyer's devices of a failed payment whose screen they may have left. */
async function notifyLateFailure(
  tx: Transaction,
  deps: Pick<OrderDeps, 'keys' | 'clock'>,
  { purchase, order, reason }: { purchase: Purchase; order: Order; reason: FailureReason },
): Promise<void> {
  if (deps.clock.now().getTime() - order.createdAt.getTime() < LATE_MS) return;
  const buyer = await readUser(tx, purchase.buyerId);
  await notify(tx, deps, {
    template: 'purchase-failed',
    data: { amount: shillingsOf(purchase.amountCents), reason },
    push: { userId: purchase.buyerId },
    language: buyer?.language,
    dedupeKey: order.id,
  });
}
