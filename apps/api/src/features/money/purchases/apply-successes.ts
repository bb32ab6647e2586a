import { centsOf, shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { withSpan } from '../../../platform/tracing/tracing.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import {
  RECHECK_SECONDS,
  recordFailure,
  recordSuccesses,
  type Order,
  type OrderDeps,
  type Succeeded,
} from '../../mpesa/orders/index.ts';
import { postings } from '../../services/postings/index.ts';
import { findNames, takeReceipts } from '../../services/unique-names/index.ts';
import { bookPayments } from './book-payments.ts';
import type { Paid } from './complete-purchase.ts';
import { releasePhones } from './open-prompts-store.ts';
import { otherPayerOf } from './paid-from.ts';
import { lockPurchases, type Purchase } from './store.ts';

const WRONG_AMOUNT = 'wrong_amount';

/** A paid prompt. `outcome` is undefined until it is decided. */
type Case = Succeeded & {
  purchase: Purchase;
  /** True if the receipt is already booked for this purchase. */
  isCounted: boolean;
  outcome?: string;
};

const isOpen = ({ outcome }: Case) => outcome === undefined;

/**
 * Implements `OrderKind.onSucceeded` for prompts. Books each receipt once, even if the payment is not accepted.
 * @param all successes, each of a different purchase
 */
export async function applySuccesses(
  tx: Transaction,
  deps: OrderDeps,
  all: Succeeded[],
  onFailed: CloseFailed,
): Promise<string[]> {
  const cases = await casesOf(tx, all);
  for (const one of cases) if (isKnownWrongAmount(one)) one.outcome = 'repeated';
  await claimNewReceipts(tx, cases.filter(isOpen));
  for (const one of cases.filter(isOpen)) {
    if (isRightAmount(one)) continue;
    one.outcome = await withSpan(one.span, () => applyWrongAmount(tx, deps, one, onFailed));
  }
  await applyRight(tx, deps, cases.filter(isOpen));
  return cases.map(({ outcome = '' }) => outcome);
}

async function casesOf(tx: Transaction, all: Succeeded[]): Promise<Case[]> {
  const purchases = await lockPurchases(
    tx,
    all.map(({ order }) => order.homeId),
  );
  const receipts = all.flatMap(({ success }) => success.receipt ?? []);
  const known = await findNames(tx, 'receipt', receipts);
  const homes = new Map(known.map(({ key, homeId }) => [key, homeId]));
  return all.flatMap((one, n) => {
    const purchase = purchases[n];
    const isCounted = homes.get(one.success.receipt ?? '') === one.order.homeId;
    return purchase ? [{ ...one, purchase, isCounted }] : [];
  });
}

function isKnownWrongAmount({ order, success: { receipt } }: Case): boolean {
  return order.resultCode === WRONG_AMOUNT && (receipt === undefined || receipt === order.receipt);
}

async function claimNewReceipts(tx: Transaction, cases: Case[]): Promise<void> {
  const taking = cases.flatMap((one) => {
    const { receipt } = one.success;
    return receipt && !one.isCounted ? [{ one, receipt }] : [];
  });
  const areOurs = await takeReceipts(
    tx,
    taking.map(({ one: { order }, receipt }) => ({ receipt, homeId: order.homeId, targetId: order.id })),
  );
  for (const [n, { one }] of taking.entries()) if (!areOurs[n]) one.outcome = 'review';
}

function isRightAmount({ order, success: { amountShillings } }: Case): boolean {
  return amountShillings === undefined || centsOf(amountShillings) === order.amountCents;
}

async function applyRight(tx: Transaction, deps: OrderDeps, cases: Case[]): Promise<void> {
  if (cases.length === 0) return;
  const orders = cases.map(({ order }) => order);
  await recordSuccesses(tx, cases.map(succeededOf));
  await releasePhones(tx, orders);
  for (const one of cases) {
    const { isCounted, purchase, success } = one;
    if (isCounted) one.outcome = 'repeated';
    // A second success that only a query reports has no receipt, so it does not prove a second payment.
    else if (success.receipt === undefined && purchase.status === 'COMPLETED') one.outcome = 'noted';
  }
  const booking = cases.filter(isOpen);
  const booked = await bookPayments(tx, deps, booking.map(paidOf));
  for (const [n, one] of booking.entries()) one.outcome = booked[n] ?? '';
}

function succeededOf({ order, success: { receipt } }: Case): Parameters<typeof recordSuccesses>[1][number] {
  return receipt ? { ...order, receipt } : { ...order, receipt, recheckSeconds: RECHECK_SECONDS };
}

function paidOf({ order, success, purchase, span }: Case): Paid {
  const paidFrom = otherPayerOf(success.payer, order.party);
  return { purchase, payment: { causeId: order.id, receipt: success.receipt, paidFrom }, span };
}

/** Marks a prompt as failed. */
type CloseFailed = (failure: {
  order: Order;
  resultCode: string;
  reason: 'provider_error';
}) => Promise<unknown>;

/** Marks the prompt as failed, because M-PESA received another amount than requested. Puts that amount in suspense. */
async function applyWrongAmount(
  tx: Transaction,
  deps: OrderDeps,
  one: Case,
  onFailed: CloseFailed,
): Promise<string> {
  const { order, success } = one;
  if (!one.isCounted) await keepInSuspense(tx, deps, one);
  if (order.state === 'SUCCEEDED') return 'review';
  const failure = { resultCode: WRONG_AMOUNT, reason: 'provider_error' } as const;
  await recordFailure(tx, order, { ...failure, receipt: success.receipt });
  await onFailed({ order, ...failure });
  return 'review';
}

/** Puts a payment of a wrong amount in suspense, where administrators decide who gets it. */
async function keepInSuspense(
  tx: Transaction,
  deps: OrderDeps,
  { purchase, order, success: { receipt, amountShillings: received = 0 } }: Case,
): Promise<void> {
  const reference = receipt ?? purchase.billReference;
  const causeId = `${order.id}/${reference}`;
  const amountCents = centsOf(received);
  await postOrThrow(tx, [
    postings.moneyToSuspense({ causeId, homeId: purchase.homeId, amountCents, reference }),
  ]);
  const details = { asked: shillingsOf(order.amountCents), received, receipt: reference };
  await raiseReview(tx, { kind: 'wrong_amount', subjectId: order.id, occurrence: reference, details });
  deps.log.error({ orderId: order.id, ...details }, "M-PESA received another amount than the prompt's");
}
