import { centsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { findNumberInForce } from '../../people/block-list/index.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import {
  applyResult,
  isOpenState,
  listOrders,
  type Order,
  type OrderDeps,
} from '../../mpesa/orders/index.ts';
import { postings } from '../../services/postings/index.ts';
import { findName, takeName } from '../../services/unique-names/index.ts';
import { bookPayment } from './book-payments.ts';
import { confirmReport, findWaitingReport, insertReport, isDisputedBy } from './pay-bill-store.ts';
import { paidFromOf, payerMsisdnOf } from './paid-from.ts';
import { lockPurchase, updatePurchase, type Purchase } from './store.ts';

/** A payment at the pay bill, as M-PESA reported it. `billReference` is the account number that the payer typed. */
type PayBillPayment = {
  messageId: string;
  receipt: string;
  billReference: string;
  amountShillings: number;
  /** The payer's phone number, and perhaps name, as M-PESA reports them. */
  payer?: string | undefined;
};

/** Waits this long before querying M-PESA: the prompt's callback usually reports the same receipt sooner. */
const AFTER_PROMPT_SECONDS = 15;

/**
 * Records a reported payment at the pay bill. Anyone who knows the callback URL can send a report. Therefore nothing
 * is posted and no receipt is stored until M-PESA confirms the payment; until then the named purchase is PENDING.
 * @param report.isHint true if the report came to a retired URL, which may have leaked. M-PESA is queried, but the
 * report's bill reference is ignored and contradicts no other report.
 * @returns the outcome; `to_check` if M-PESA must be queried
 */
export async function reportPayBillPayment(
  tx: Transaction,
  {
    messageId,
    receipt,
    billReference,
    amountShillings,
    isHint,
  }: Omit<PayBillPayment, 'payer'> & {
    isHint: boolean;
  },
): Promise<string> {
  const report = { messageId, receipt, billReference, amountCents: centsOf(amountShillings) };
  const isKnown = await findName(tx, 'receipt', receipt);
  const purchase = isKnown || isHint ? undefined : await lockNamed(tx, report);
  const hasPrompt = purchase !== undefined && orderOf(await listOrders(tx, purchase)) !== undefined;
  const homeId = purchase?.homeId ?? null;
  const querySeconds = hasPrompt ? AFTER_PROMPT_SECONDS : 0;
  if (isKnown || !(await insertReport(tx, { ...report, homeId, querySeconds, isDisputed: isHint }))) {
    if (isHint || !(await isDisputedBy(tx, report))) return 'repeated';
    const details = { receipt, billReference, received: amountShillings };
    await raiseReview(tx, { kind: 'receipt_reused', subjectId: messageId, details });
    return 'review';
  }
  if (purchase && !hasPrompt && purchase.status !== 'COMPLETED') await waitForPayment(tx, purchase);
  return hasPrompt ? 'to_check_later' : 'to_check';
}

async function lockNamed(
  tx: Transaction,
  { billReference, amountCents }: { billReference: string; amountCents: bigint },
): Promise<Purchase | undefined> {
  const found = await findName(tx, 'bill_reference', billReference.toUpperCase());
  const purchase = found && (await lockPurchase(tx, found.homeId));
  return purchase?.amountCents === amountCents ? purchase : undefined;
}

async function waitForPayment(tx: Transaction, { homeId, buyerId, id }: Purchase): Promise<void> {
  await updatePurchase(tx, homeId, { status: 'PENDING', failure_reason: null, pending_since: databaseNow });
  await publishHint(tx, { userId: buyerId, topic: 'purchase', id });
}

/** Ends a purchase's wait for a reported payment that M-PESA did not confirm, so that the buyer can pay again. */
export async function endWaitForPayment(tx: Transaction, homeId: string): Promise<void> {
  const purchase = await lockPurchase(tx, homeId);
  const hasOpenPrompt = (await listOrders(tx, { homeId })).some(({ state }) => isOpenState(state));
  if (purchase.status !== 'PENDING' || hasOpenPrompt || (await findWaitingReport(tx, homeId))) return;
  await updatePurchase(tx, homeId, { status: 'CANCELED', failure_reason: 'expired' });
  await publishHint(tx, { userId: purchase.buyerId, topic: 'purchase', id: purchase.id });
}

/**
 * Applies a payment at the pay bill that M-PESA has confirmed. A manual payment with the reference and exact amount
 * of an unpaid purchase completes it. Any other money goes to suspense, where an administrator finds it. M-PESA also
 * reports prompted payments here. Such a report completes the prompt's purchase, or adds the receipt if a query has
 * completed it without one.
 */
export async function applyPayBillPayment(
  tx: Transaction,
  deps: OrderDeps,
  payment: PayBillPayment,
): Promise<string> {
  const outcome = await book(tx, deps, payment);
  const report = await confirmReport(tx, payment.receipt);
  if (report?.homeId) await endWaitForPayment(tx, report.homeId);
  return outcome;
}

async function book(tx: Transaction, deps: OrderDeps, payment: PayBillPayment): Promise<string> {
  if (await findName(tx, 'receipt', payment.receipt)) return 'repeated';
  const amountCents = centsOf(payment.amountShillings);
  const purchase = await lockNamed(tx, { ...payment, amountCents });
  if (purchase) {
    const { homeId } = purchase;
    const order = orderOf(await listOrders(tx, { homeId }));
    if (order) return applyResult(tx, deps, order, { outcome: 'succeeded', ...payment });
    if (purchase.status !== 'COMPLETED' || purchase.mpesaReceipt === null) {
      const { messageId: causeId, receipt } = payment;
      if (!(await takeName(tx, 'receipt', receipt, { homeId, targetId: causeId }))) return 'repeated';
      await reviewBlockedPayer(tx, payment);
      return bookPayment(tx, deps, purchase, { causeId, receipt, paidFrom: paidFromOf(payment.payer) });
    }
  }
  const target = { homeId: purchase?.homeId ?? payment.messageId, targetId: payment.messageId };
  if (!(await takeName(tx, 'receipt', payment.receipt, target))) return 'repeated';
  await reviewBlockedPayer(tx, payment);
  const { messageId, receipt: reference } = payment;
  await postOrThrow(tx, [
    postings.moneyToSuspense({ causeId: messageId, homeId: messageId, amountCents, reference }),
  ]);
  const details = {
    billReference: payment.billReference,
    received: payment.amountShillings,
    receipt: reference,
  };
  await raiseReview(tx, { kind: 'money_without_purchase', subjectId: messageId, details });
  deps.log.error({ messageId, ...details }, 'M-PESA received money that matches no purchase');
  return 'review';
}

/** M-PESA has the money already, so a payment from a blocked number is booked as usual, and a person looks at it. */
async function reviewBlockedPayer(tx: Transaction, payment: PayBillPayment): Promise<void> {
  const msisdn = payerMsisdnOf(payment.payer);
  const entryId = msisdn && (await findNumberInForce(tx, msisdn));
  if (!entryId) return;
  const { messageId, receipt, billReference, amountShillings } = payment;
  const details = { billReference, amount: amountShillings, receipt, blockListEntry: entryId };
  await raiseReview(tx, { kind: 'blocked_payer', subjectId: messageId, details });
}

/**
 * Finds the prompt of a payment without a CheckoutRequestID: the latest paid prompt without a receipt, otherwise the
 * only open prompt.
 */
function orderOf(orders: readonly Order[]): Order | undefined {
  const paid = orders.findLast(({ state, receipt }) => state === 'SUCCEEDED' && receipt === null);
  const open = orders.filter(({ state }) => isOpenState(state));
  return paid ?? (open.length === 1 ? open[0] : undefined);
}
