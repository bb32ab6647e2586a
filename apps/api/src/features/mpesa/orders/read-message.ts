import { shillingsOf } from '@zawadi/contract';
import {
  describeB2bResult,
  describeB2cResult,
  describeReversalResult,
  describeStkResult,
  parseResult,
  parseStkCallback,
  readTransactionStatus,
  type CommandResult,
} from '@zawadi/mpesa';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Span } from '../../../platform/tracing/tracing.ts';
import { endQueriesOfOrder } from '../payment-queries/index.ts';
import { applyResults, type Told } from './apply-result.ts';
import type { OrderDeps, OrderKind, OrderResult } from './order-kind.ts';
import { recordAnswer } from './poll-store.ts';
import { findOrders, recordFailedSend, type Order } from './store.ts';

/** M-PESA had already reversed this payment (v3/Reversal). */
const REVERSED_BEFORE = 'R000001';
/** M-PESA does not know the payment that a status query named (v3/TransactionStatus). */
const NOT_FOUND = 'R000002';

const DESCRIBE = {
  stkPush: describeStkResult,
  b2c: describeB2cResult,
  b2b: describeB2bResult,
  reversal: describeReversalResult,
} as const;

type About = 'result' | 'status' | 'timeout';

type OrderMessage = {
  about: About;
  homeId: string;
  targetId: string;
  body: unknown;
  span?: Span | undefined;
};

/**
 * Applies messages sent to the callback URLs of orders of different owners.
 * @returns one outcome per message; `ask_…` if the message proves nothing and M-PESA has to be queried
 */
export async function applyOrderMessages(
  tx: Transaction,
  deps: OrderDeps,
  all: OrderMessage[],
): Promise<string[]> {
  const keys = all.map(({ homeId, targetId: id }) => ({ homeId, id }));
  const orders = await findOrders(tx, keys);
  const read: (Told | string)[] = [];
  for (const [n, message] of all.entries()) read.push(await readMessage(tx, deps, message, orders[n]));
  const told = read.filter((one) => typeof one !== 'string');
  const outcomes = await applyResults(tx, deps, told);
  return read.map((one) => (typeof one === 'string' ? one : (outcomes[told.indexOf(one)] ?? '')));
}

async function readMessage(
  tx: Transaction,
  deps: OrderDeps,
  message: OrderMessage,
  order: Order | undefined,
): Promise<Told | string> {
  // A timeout in M-PESA's queue proves nothing, so the money stays reserved until M-PESA reports a result.
  if (message.about === 'timeout') return 'ask_after_queue_timeout';
  // The message stays unapplied, and system health shows it.
  if (!order) throw new Error(`a message names order ${message.targetId}, which does not exist`);
  const kind = deps.orderKinds[order.kind];
  // Owners are locked before orders, as in all other code.
  if (message.about === 'status') await kind.lockOwners(tx, [order]);
  const result = await read(tx, kind, order, message);
  return typeof result === 'string' ? result : { order, result, span: message.span };
}

async function read(
  tx: Transaction,
  kind: OrderKind,
  order: Order,
  { about, body }: { about: About; body: unknown },
): Promise<OrderResult | string> {
  if (order.kind === 'purchase') return readPrompt(order, body);
  if (about === 'result') return readResult(kind, order, body);
  const answer = parseResult(body);
  const isNotFound = answer?.resultCode === NOT_FOUND;
  await recordAnswer(tx, order, isNotFound);
  await endQueriesOfOrder(tx, order.id);
  if (isNotFound) return 'not_found';
  const result = readStatus(kind, order, answer);
  const isFailedSend = kind.hasIdPerSend && typeof result !== 'string' && result.outcome === 'failed';
  return isFailedSend ? noteFailureOfSend(tx, order, result.providerId) : result;
}

/**
 * Records a failed send; the order stays open. An earlier send may have reversed the payment, and only another send
 * shows it.
 */
async function noteFailureOfSend(tx: Transaction, order: Order, about: string | undefined): Promise<string> {
  const [only, ...others] = order.providerIds.filter((id) => !order.failedIds.includes(id));
  const failed = about ?? (others.length === 0 ? only : undefined);
  if (failed !== undefined) await recordFailedSend(tx, order, failed);
  return 'noted';
}

function readPrompt(order: Order, body: unknown): OrderResult | `ask_${string}` {
  const callback = parseStkCallback(body);
  if (!callback) return 'ask_unreadable';
  // If the callback arrives before the answer to the prompt, the prompt's id is not stored yet. The secret URL is then
  // the proof.
  if (!isAbout(callback.checkoutRequestId, order)) return 'ask_ids_differ';
  const { resultCode, receipt, amountShillings } = callback;
  const meaning = describeStkResult(resultCode);
  if (meaning.state === 'pending') return 'ask_not_final';
  if (meaning.state === 'failed') {
    return { outcome: 'failed', resultCode, reason: meaning.reason, isOurFault: meaning.isOurFault };
  }
  if (amountShillings === undefined || amountShillings <= 0) return 'ask_without_amount';
  return { outcome: 'succeeded', receipt, amountShillings };
}

function readResult(kind: OrderKind, order: Order, body: unknown): OrderResult | `ask_${string}` {
  const result = parseResult(body);
  if (!result) return 'ask_unreadable';
  const { resultCode, originatorConversationId: providerId } = result;
  if (!isAbout(providerId, order)) return 'ask_ids_differ';
  if (kind.hasIdPerSend && resultCode === REVERSED_BEFORE) {
    return { outcome: 'succeeded', isReversedBefore: true };
  }
  const meaning = DESCRIBE[kind.resultsOf(order)](resultCode);
  if (meaning.state === 'pending') return 'ask_not_final';
  if (meaning.state === 'failed') {
    const { reason, isOurFault } = meaning;
    return { outcome: 'failed', resultCode, reason, isOurFault, providerId };
  }
  if (result.amountShillings !== shillingsOf(order.amountCents)) return 'ask_amount_differs';
  const { receipt, receiverName: paidToName, chargeCents } = result;
  return { outcome: 'succeeded', receipt, paidToName, chargeCents };
}

/** Reads the answer to a status query, whose parameters name the queried payment. */
function readStatus(kind: OrderKind, order: Order, answer: CommandResult | undefined): OrderResult | string {
  const facts = answer && readTransactionStatus(answer);
  if (!facts || facts.state === 'pending') return 'not_final';
  const { originatorConversationId: about, amountShillings, receipt, chargeCents } = facts;
  if (about !== undefined && !isAbout(about, order)) return 'ids_differ';
  if (facts.state === 'failed') {
    const failed = { resultCode: facts.status, reason: 'provider_error', isOurFault: false } as const;
    return { outcome: 'failed', ...failed, providerId: about };
  }
  if (amountShillings !== undefined && amountShillings !== shillingsOf(order.amountCents)) {
    return 'amount_differs';
  }
  // A status names every charge. Without one, M-PESA charged nothing.
  return { outcome: 'succeeded', receipt, chargeCents: chargeCents ?? 0n };
}

/** M-PESA's id of an unacknowledged send is not stored yet. The secret URL is then the proof. */
function isAbout(id: string, { id: ownId, providerIds, sends }: Order): boolean {
  if (providerIds.includes(id)) return true;
  return !providerIds.includes(ownId) && sends > providerIds.length;
}
