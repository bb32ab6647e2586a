import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { newCallbackToken, openCallback } from '../client/index.ts';
import { applyResult } from './apply-result.ts';
import type { OrderDeps, OrderKind, OrderResult } from './order-kind.ts';
import { isRefusal, sendOrder, sentFrom, spanOf } from './send-order.ts';
import { claimDuePolls, isLastRecheck, recordFailureConfirmed } from './poll-store.ts';
import { findOrder, type Order, type OrderKey } from './store.ts';

const AT_ONCE = 20;
/** Unanswered polls after which an order that may be repeated is sent again; M-PESA's answer shows the outcome. */
const POLLS_PER_SEND = 4;

/**
 * Polls every order of unknown outcome, and recently failed orders of kinds whose failure is not final. An order has no
 * deadline unless its kind sets one, and a success after a failure still counts.
 */
export async function pollOrders(deps: OrderDeps): Promise<void> {
  for (;;) {
    const due = await claimDuePolls(deps.db, AT_ONCE);
    await Promise.all(
      due.map((order) =>
        pollOrder(deps, order).catch((error: unknown) => {
          deps.log.error(
            { err: error, orderKind: order.kind, orderId: order.id },
            'an order cannot be polled',
          );
        }),
      ),
    );
    if (due.length < AT_ONCE) return;
  }
}

/** Polls one order now. Applies M-PESA's direct answer; an answer by callback is applied when it arrives. */
export async function queryOrder(deps: OrderDeps, key: OrderKey): Promise<void> {
  const order = await findOrder(deps.db, key);
  if (order) await pollOrder(deps, order);
}

export function pollOrder(deps: OrderDeps, order: Order): Promise<void> {
  return inSpan('poll order', spanOf(order), () => poll(deps, order));
}

async function poll(deps: OrderDeps, order: Order): Promise<void> {
  const kind = deps.orderKinds[order.kind];
  crashPoint('poll-claimed', order.kind);
  const hasSucceeded = order.state === 'SUCCEEDED';
  if (kind.find)
    return hasSucceeded && order.receipt !== null ? undefined : pollAtOnce(deps, kind.find, order);
  if (order.state === 'FAILED') return;
  if (!hasSucceeded) await raiseOverdue(deps, kind, order);
  const isAcknowledged = hasSucceeded || order.state === 'SENT' || order.sentAt !== null;
  let id = isAcknowledged ? idToQuery(kind, order) : undefined;
  if (id === undefined || order.notFoundAnswers >= 3) {
    const outcome = await sendOrder(deps, order);
    // Of the earlier send, which may have been executed, a refused repetition says nothing. Only its status does.
    if (order.sends > 0 && isRefusal(outcome)) id = findQueryable(order);
    else if (outcome !== 'not_needed') return;
    if (id === undefined) return;
  }
  const callbackToken = newCallbackToken();
  const { homeId, id: targetId, traceparent } = order;
  await inTransaction(deps.db, (tx) =>
    openCallback(tx, callbackToken, { purpose: `${order.kind}_status`, homeId, targetId, traceparent }),
  );
  crashPoint('poll-opened', order.kind);
  const side = sentFrom(deps, order) === deps.mpesaPayoutShortCode ? 'payout' : 'collection';
  await deps.mpesa.transactionStatus({ side, originatorConversationId: id, callbackToken });
  crashPoint('poll-answered', order.kind);
}

/**
 * Returns the id to query.
 * @returns undefined when the order should be sent again instead, if its kind allows it
 */
function idToQuery(kind: OrderKind, order: Order): string | undefined {
  const isTimeToSend = kind.hasIdPerSend && order.polls > 0 && order.polls % POLLS_PER_SEND === 0;
  return isTimeToSend ? undefined : findQueryable(order);
}

function findQueryable({ providerIds, failedIds }: Order): string | undefined {
  return providerIds.findLast((id) => !failedIds.includes(id));
}

async function pollAtOnce(
  deps: OrderDeps,
  find: NonNullable<OrderKind['find']>,
  order: Order,
): Promise<void> {
  const result = order.state === 'INTENT' ? NOT_SENT : await find(deps, order);
  crashPoint('poll-answered', order.kind);
  if (order.state === 'FAILED' && result?.outcome === 'failed') await recordFailureConfirmed(deps.db, order);
  const { givenUpAfterSeconds = Infinity } = deps.orderKinds[order.kind];
  const decided = result ?? (order.openSeconds > givenUpAfterSeconds ? NO_EVIDENCE : undefined);
  if (decided) await inTransaction(deps.db, (tx) => applyResult(tx, deps, order, decided));
  else if (order.state === 'SUCCEEDED' && isLastRecheck(order)) {
    await inTransaction(deps.db, async (tx) => deps.orderKinds[order.kind].onReceiptMissing?.(tx, order));
  }
}

/** Result of an order that was never sent: the sending process died, and the requester is no longer waiting. */
const NOT_SENT: OrderResult = {
  outcome: 'failed',
  resultCode: 'not_sent',
  reason: 'provider_error',
  isOurFault: false,
  onlyWhile: ['INTENT'],
};
const NO_EVIDENCE: OrderResult = {
  outcome: 'failed',
  resultCode: 'no_evidence',
  reason: 'expired',
  isOurFault: false,
  onlyWhile: ['SENDING', 'SENT', 'UNKNOWN'],
};

async function raiseOverdue(deps: OrderDeps, { review }: OrderKind, order: Order): Promise<void> {
  const { id: subjectId, openSeconds } = order;
  const overdue = review?.(order);
  if (!overdue || openSeconds <= overdue.afterSeconds) return;
  await inTransaction(deps.db, (tx) =>
    raiseReview(tx, { kind: overdue.kind, subjectId, details: { openSeconds } }),
  );
}
