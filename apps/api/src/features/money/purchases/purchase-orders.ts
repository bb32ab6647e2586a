import { shillingsOf, type FailureReason } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { readUser } from '../../people/users/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import {
  listOrders,
  pollOtherOrdersNow,
  type Failure,
  type Order,
  type OrderDeps,
  type OrderKind,
} from '../../mpesa/orders/index.ts';
import { takeName } from '../../services/unique-names/index.ts';
import { applySuccesses } from './apply-successes.ts';
import { findPayment } from './find-payment.ts';
import { releasePhones, shortenClaim } from './open-prompts-store.ts';
import { findWaitingReport } from './pay-bill-store.ts';
import { promptAgainOrTell } from './prompt-again.ts';
import { PROMPT_SECONDS } from './prompt-rules.ts';
import { findPurchase, lockPurchase, lockPurchases, updatePurchase, type Purchase } from './store.ts';

const DESCRIPTION = 'Gift voucher';
const GIVEN_UP_AFTER_SECONDS = 48 * 3_600;
/** ResultCode of a repeated amount from the same phone within two minutes: an earlier prompt was probably paid. */
const SAME_PAYMENT = '17';
/** A failure is late after this time. Before, the buyer still has the screen open, which shows the failure. */
const LATE_MS = 60_000;

/**
 * Order of a prompt (STK push), which is sent once. A failure cancels the purchase if no newer prompt is open. We
 * query M-PESA for another day, because M-PESA sometimes reports a failure and later confirms the payment.
 */
export const purchaseOrders: OrderKind = {
  resultsOf: () => 'stkPush',
  repeat: () => 'never',
  find: findPayment,
  givenUpAfterSeconds: GIVEN_UP_AFTER_SECONDS,
  rechecksFailure: true,
  lockOwners: (tx, orders) =>
    lockPurchases(
      tx,
      orders.map(({ homeId }) => homeId),
    ),

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

  onSucceeded: (tx, deps, all) =>
    applySuccesses(tx, deps, all, ({ order, ...failure }) => applyFailure(tx, deps, order, failure)),

  onReceiptMissing: async (tx, order) => {
    const orders = await listOrders(tx, { homeId: order.homeId });
    const paid = orders.filter(({ state }) => state === 'SUCCEEDED').toReversed();
    const purchase = await findPurchase(tx, order.homeId);
    // The first paid prompt has paid for the gifts, even without a receipt, unless the wallet had. A further one is not
    // in our books.
    if (paid[0]?.id === order.id && purchase?.paidBy !== 'wallet') return;
    const details = { amount: shillingsOf(order.amountCents) };
    await raiseReview(tx, { kind: 'second_payment_unproven', subjectId: order.id, details });
  },

  onFailed: applyFailure,
};

async function applyFailure(
  tx: Transaction,
  deps: OrderDeps,
  order: Order,
  { reason, resultCode }: Pick<Failure, 'reason' | 'resultCode'>,
): Promise<string> {
  const purchase = await lockPurchase(tx, order.homeId);
  await releasePhones(tx, [order]);
  if (resultCode === SAME_PAYMENT) await pollOtherOrdersNow(tx, order);
  const [latest] = await listOrders(tx, { homeId: order.homeId });
  if (purchase.status !== 'PENDING' || latest?.id !== order.id) return 'noted';
  if (await findWaitingReport(tx, order.homeId)) return 'noted';
  await updatePurchase(tx, purchase.homeId, { status: 'CANCELED', failure_reason: reason });
  await publishHint(tx, { userId: purchase.buyerId, topic: 'purchase', id: purchase.id });
  await notifyLateFailure(tx, deps, { purchase, order, reason });
  if (purchase.isByUssd) await promptAgainOrTell(tx, deps, purchase, { reason, resultCode });
  return 'canceled';
}

/** Notifies the buyer's devices if a payment fails late: by then the buyer may have left the payment's screen. */
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
