import { formatKes, shillingsOf } from '@zawadi/contract';
import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { withSpan, type Span } from '../../../platform/tracing/tracing.ts';
import { raiseAlert, resolveAlert } from '../../services/alerts/index.ts';
import { raiseReview, type ReviewKind } from '../../services/reviews/index.ts';
import { postings } from '../../services/postings/index.ts';
import { takeReceipt } from '../../services/unique-names/index.ts';
import { pause, resume } from '../client/index.ts';
import {
  type Failure,
  type OrderDeps,
  type OrderKind,
  type OrderResult,
  type Succeeded,
  type Success,
} from './order-kind.ts';
import { endChargeQuery, queryChargeAtNight, RECHECK_SECONDS } from './poll-store.ts';
import { lockOrders, recordFailedSend, recordFailure, recordSuccesses, type Order } from './store.ts';

/** An order's result from M-PESA, with the span of the message that reported it. */
export type Told = { order: Order; result: OrderResult; span?: Span | undefined };

/**
 * Applies results to orders of different owners, each independently of the others. Idempotent. States only move
 * forward: a success is final, a failure ends only an open order, and a success after a failure still counts.
 * @returns one outcome per result, to be stored with the message that reported it
 */
export async function applyResults(tx: Transaction, deps: OrderDeps, all: Told[]): Promise<string[]> {
  const outcomes = new Map<Told, string>();
  for (const [name, those] of Map.groupBy(all, ({ order }) => order.kind)) {
    const kind = deps.orderKinds[name];
    const before = those.map(({ order }) => order);
    await kind.lockOwners(tx, before);
    const locked = await lockOrders(tx, before);
    const succeeded = new Map<Told, Succeeded>();
    for (const [n, told] of those.entries()) {
      const { result, span } = told;
      const order = locked[n] ?? told.order;
      if (result.outcome === 'failed') {
        const failed = () => applyFailure(tx, deps, { kind, order, failure: result });
        outcomes.set(told, await withSpan(span, failed));
      } else if (isKnown(order, result)) outcomes.set(told, await applyKnown(tx, deps, order, result));
      else succeeded.set(told, { order, success: result, span });
    }
    if (succeeded.size === 0) continue;
    const words = await kind.onSucceeded(tx, deps, [...succeeded.values()]);
    for (const [n, told] of [...succeeded.keys()].entries()) outcomes.set(told, words[n] ?? '');
    if (kind.circuit && (await resume(tx, kind.circuit)))
      await resolveAlert(tx, 'pay_outs_paused', kind.circuit);
  }
  return all.map((told) => outcomes.get(told) ?? '');
}

/** Applies one result; see `applyResults`. */
export async function applyResult(
  tx: Transaction,
  deps: OrderDeps,
  order: Order,
  result: OrderResult,
): Promise<string> {
  const [outcome = ''] = await applyResults(tx, deps, [{ order, result }]);
  return outcome;
}

function isKnown(order: Order, { receipt }: Success): boolean {
  return order.state === 'SUCCEEDED' && (!receipt || receipt === order.receipt);
}

/**
 * Books M-PESA's charge for a pay-out, which its result did not name and a later status query does. The charge may be
 * booked already, from M-PESA's statement; then nothing changes.
 */
async function applyKnown(
  tx: Transaction,
  deps: Pick<OrderDeps, 'log'>,
  order: Order,
  { chargeCents }: Success,
): Promise<'repeated' | 'charged'> {
  if (chargeCents === undefined || order.kind === 'purchase') return 'repeated';
  await endChargeQuery(tx, order);
  if (chargeCents === 0n) return 'repeated';
  const { id: causeId, homeId, receipt } = order;
  const charge = { causeId, homeId, amountCents: chargeCents, reference: receipt ?? undefined };
  const [posted] = await post(tx, [postings.providerCharge(charge)]);
  if (posted?.outcome === 'refused')
    deps.log.warn({ orderKind: order.kind, orderId: order.id }, 'another charge of this pay-out is booked');
  return 'charged';
}

async function applyFailure(
  tx: Transaction,
  deps: OrderDeps,
  { kind, order, failure }: { kind: OrderKind; order: Order; failure: Failure },
): Promise<string> {
  const { resultCode, reason, isOurFault, providerId } = failure;
  if (failure.onlyWhile && !failure.onlyWhile.includes(order.state)) return 'overtaken';
  if (order.state === 'FAILED') return 'repeated';
  if (order.state === 'SUCCEEDED') {
    return contradict(tx, deps, order, 'failure_after_success', { resultCode });
  }
  if (kind.hasIdPerSend && providerId !== undefined) {
    const { failedIds, sends } = await recordFailedSend(tx, order, providerId);
    if (failedIds.length < sends) return 'noted';
  }
  const recheckSeconds = kind.rechecksFailure && order.sends > 0 ? RECHECK_SECONDS : undefined;
  await recordFailure(tx, order, { resultCode, reason, recheckSeconds });
  const outcome = await kind.onFailed(tx, deps, order, failure);
  if (isOurFault && kind.circuit) await pauseForOurFault(tx, deps, order, kind.circuit, resultCode);
  return outcome;
}

/**
 * Records a success of an order that can have only one receipt, and takes that receipt for the order.
 * @returns `new` when the success is new, `receipt` when only its receipt is new, `review` when it contradicts an
 *   earlier result and was raised as a review for administrators
 */
export async function recordOnlySuccess(
  tx: Transaction,
  deps: Pick<OrderDeps, 'log'>,
  order: Order,
  { receipt, chargeCents }: Success,
): Promise<'new' | 'receipt' | 'review'> {
  const hasSucceeded = order.state === 'SUCCEEDED';
  if (hasSucceeded && order.receipt !== null) {
    await contradict(tx, deps, order, 'paid_twice', { receipt: receipt ?? null });
    return 'review';
  }
  const target = { homeId: order.homeId, targetId: order.id };
  if (receipt && !(await takeReceipt(tx, receipt, target))) return 'review';
  await recordSuccesses(tx, [{ ...order, receipt }]);
  if (chargeCents === undefined && order.kind !== 'refund') await queryChargeAtNight(tx, order);
  return hasSucceeded ? 'receipt' : 'new';
}

/** Raises a review: M-PESA's new result contradicts its earlier one. */
export async function contradict(
  tx: Transaction,
  deps: Pick<OrderDeps, 'log'>,
  order: Order,
  kind: ReviewKind,
  details: Record<string, string | number | null> = {},
): Promise<'review'> {
  const amount = shillingsOf(order.amountCents);
  await raiseReview(tx, { kind, subjectId: order.id, details: { state: order.state, amount, ...details } });
  deps.log.error(
    { orderKind: order.kind, orderId: order.id, kind },
    'M-PESA contradicts itself about an order',
  );
  return 'review';
}

async function pauseForOurFault(
  tx: Transaction,
  deps: Pick<OrderDeps, 'log'>,
  { id, kind: orderKind, amountCents }: Order,
  circuit: NonNullable<OrderKind['circuit']>,
  resultCode: string,
): Promise<void> {
  await pause(tx, circuit, `M-PESA result ${resultCode}`);
  const isFloatShort = resultCode === '1';
  const kind = isFloatShort ? 'float_short' : 'provider_refused_us';
  const cause = isFloatShort ? 'float' : 'access';
  const details = { what: circuit, cause, resultCode, amount: formatKes(shillingsOf(amountCents)) };
  await raiseAlert(tx, { kind: 'pay_outs_paused', subject: circuit, details });
  await raiseReview(tx, { kind, subjectId: id, details: { resultCode } });
  deps.log.error(
    { orderKind, orderId: id, resultCode },
    `M-PESA refuses our pay-outs; ${circuit} are paused`,
  );
}
