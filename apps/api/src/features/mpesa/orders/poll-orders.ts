import type { QueryOutcome } from '@zawadi/contract';
import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { newCallbackToken, openCallback } from '../client/index.ts';
import { runQuery, type Requester } from '../payment-queries/index.ts';
import { applyResult } from './apply-result.ts';
import type { Found, OrderDeps, OrderKind, OrderResult } from './order-kind.ts';
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
      due.map(({ askedBy, ...order }) =>
        pollOrder(deps, order, askedBy ? { administratorId: askedBy } : 'worker').catch((error: unknown) => {
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
export async function queryOrder(deps: OrderDeps, key: OrderKey, by: Requester): Promise<QueryOutcome> {
  const order = await findOrder(deps.db, key);
  return order ? pollOrder(deps, order, by) : 'not_needed';
}

export function pollOrder(deps: OrderDeps, order: Order, by: Requester): Promise<QueryOutcome> {
  return inSpan('poll order', spanOf(order), () => poll(deps, order, by));
}

async function poll(deps: OrderDeps, order: Order, by: Requester): Promise<QueryOutcome> {
  const kind = deps.orderKinds[order.kind];
  crashPoint('poll-claimed', order.kind);
  const hasSucceeded = order.state === 'SUCCEEDED';
  if (kind.find)
    return hasSucceeded && order.receipt !== null ? 'not_needed' : pollAtOnce(deps, kind.find, order, by);
  // A person may query a failure, because the payer's phone may show that M-PESA took the money.
  if (order.state === 'FAILED') {
    const failedId = by === 'worker' ? undefined : order.providerIds.at(-1);
    return failedId === undefined ? 'not_needed' : queryStatus(deps, order, failedId, by);
  }
  if (!hasSucceeded) await raiseOverdue(deps, kind, order);
  const isAcknowledged = hasSucceeded || order.state === 'SENT' || order.sentAt !== null;
  let id = isAcknowledged ? idToQuery(kind, order) : undefined;
  if (id === undefined || order.notFoundAnswers >= 3) {
    const outcome = await sendOrder(deps, order);
    // Of the earlier send, which may have been executed, a refused repetition says nothing. Only its status does.
    if (order.sends > 0 && isRefusal(outcome)) id = findQueryable(order);
    else if (outcome !== 'not_needed') return 'sent_again';
    if (id === undefined) return 'not_needed';
  }
  return queryStatus(deps, order, id, by);
}

/** Queries the status of one of M-PESA's ids of an order. M-PESA answers by callback. */
async function queryStatus(deps: OrderDeps, order: Order, id: string, by: Requester): Promise<QueryOutcome> {
  const callbackToken = newCallbackToken();
  const { homeId, id: targetId, traceparent } = order;
  await inTransaction(deps.db, (tx) =>
    openCallback(tx, callbackToken, { purpose: `${order.kind}_status`, homeId, targetId, traceparent }),
  );
  crashPoint('poll-opened', order.kind);
  const side = sentFrom(deps, order) === deps.mpesaPayoutShortCode ? 'payout' : 'collection';
  const { outcome } = await runQuery(deps, { about: { orderId: targetId }, call: 'status', by }, () =>
    deps.mpesa.transactionStatus({ side, originatorConversationId: id, callbackToken }),
  );
  crashPoint('poll-answered', order.kind);
  return outcome;
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
  by: Requester,
): Promise<QueryOutcome> {
  const { result, outcome } = order.state === 'INTENT' ? NOT_SENT : await find(deps, order, by);
  crashPoint('poll-answered', order.kind);
  if (order.state === 'FAILED' && result?.outcome === 'failed') await recordFailureConfirmed(deps.db, order);
  const { givenUpAfterSeconds = Infinity } = deps.orderKinds[order.kind];
  const decided = result ?? (order.openSeconds > givenUpAfterSeconds ? NO_EVIDENCE : undefined);
  if (decided) await inTransaction(deps.db, (tx) => applyResult(tx, deps, order, decided));
  else if (order.state === 'SUCCEEDED' && isLastRecheck(order)) {
    await inTransaction(deps.db, async (tx) => deps.orderKinds[order.kind].onReceiptMissing?.(tx, order));
  }
  return outcome;
}

/** Result of an order that was never sent: the sending process died, and the requester is no longer waiting. */
const NOT_SENT: Found = {
  outcome: 'not_needed',
  result: {
    outcome: 'failed',
    resultCode: 'not_sent',
    reason: 'provider_error',
    isOurFault: false,
    onlyWhile: ['INTENT'],
  },
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
