import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { raiseReview, type ReviewKind } from '../../control/reviews/index.ts';
import { takeReceipt } from '../../money/unique-names/index.ts';
import { pause } from '../client/index.ts';
import type { Failure, OrderDeps, OrderKind, OrderResult, Success } from './order-kind.ts';
import { RECHECK_SECONDS } from './poll-store.ts';
import { lockOrder, recordFailedSend, recordFailure, recordSuccess, type Order } from './store.ts';

/**
 * Applies what M-PESA said about an order. Forward only and as often as one likes: a success is final whatever comes
 * after it, a failure ends only what is still open, and a late success still counts.
 * @returns what it changed; written beside the message it came from
 */
export async function applyResult(
  tx: Transaction,
  deps: OrderDeps,
  before: Order,
  result: OrderResult,
): Promise<string> {
  const kind = deps.orderKinds[before.kind];
  await kind.lockOwner(tx, before);
  const order = (await lockOrder(tx, before)) ?? before;
  if (result.outcome === 'failed') return applyFailure(tx, deps, { kind, order, failure: result });
  const isKnown = order.state === 'SUCCEEDED' && (!result.receipt || result.receipt === order.receipt);
  return isKnown ? 'repeated' : kind.onSucceeded(tx, deps, order, result);
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
  const recheckSeconds = kind.isAskedAfterFailure && order.sends > 0 ? RECHECK_SECONDS : undefined;
  await recordFailure(tx, order, { resultCode, reason, recheckSeconds });
  const outcome = await kind.onFailed(tx, deps, order, failure);
  if (isOurFault && kind.circuit) await pauseForOurFault(tx, deps, order, kind.circuit, resultCode);
  return outcome;
}

/**
 * Records a success of an order that may have one receipt at most, and takes that receipt for it.
 * @returns `new` when the order was not known to have succeeded, `receipt` when only its receipt is new, `review` when
 *   it contradicts what is known, which is now a case for administrators
 */
export async function recordOnlySuccess(
  tx: Transaction,
  deps: Pick<OrderDeps, 'log'>,
  order: Order,
  { receipt }: Success,
): Promise<'new' | 'receipt' | 'review'> {
  const isKnown = order.state === 'SUCCEEDED';
  if (isKnown && order.receipt !== null) {
    await contradict(tx, deps, order, 'paid_twice', { receipt: receipt ?? null });
    return 'review';
  }
  const target = { homeId: order.homeId, targetId: order.id };
  if (receipt && !(await takeReceipt(tx, receipt, target))) return 'review';
  await recordSuccess(tx, order, { receipt });
  return isKnown ? 'receipt' : 'new';
}

/** What M-PESA says cannot be true beside what it said before: a case for administrators. */
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
  { id, kind: orderKind }: Order,
  circuit: NonNullable<OrderKind['circuit']>,
  resultCode: string,
): Promise<void> {
  await pause(tx, circuit, `M-PESA result ${resultCode}`);
  const kind = resultCode === '1' ? 'float_short' : 'provider_refused_us';
  await raiseReview(tx, { kind, subjectId: id, details: { resultCode } });
  deps.log.error(
    { orderKind, orderId: id, resultCode },
    `M-PESA refuses our pay-outs; ${circuit} are paused`,
  );
}
