import { parseC2b, parseResult, readAccountBalances } from '@zawadi/mpesa';
import { z } from 'zod';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { waitForLocksAtMost } from '../../../platform/db/locks.ts';
import { inSpans, withSpan, type Span } from '../../../platform/tracing/tracing.ts';
import { applyPayBillPayment, reportPayBillPayment } from '../purchases/index.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { applyOrderMessages, type OrderDeps } from '../../mpesa/orders/index.ts';
import { applyPayBillStatus } from './check-pay-bill-payments.ts';
import { applyReceiptStatus } from './query-receipt.ts';
import { finishMessages, lockMessages, type ProviderMessage } from './store.ts';

export type Applied = Pick<ProviderMessage, 'purpose' | 'homeId' | 'targetId'> & { outcome: Outcome };

/**
 * Applies one stored message exactly once.
 * @returns undefined if the message is already applied, or another process is applying it
 */
export async function applyStored(deps: OrderDeps, messageId: string): Promise<Applied | undefined> {
  const [applied] = await inTransaction(deps.db, (tx) => applyAll(tx, deps, [messageId]));
  return applied;
}

/**
 * Applies stored messages in the caller's transaction; each has its own outcome.
 * @param messageIds more than one only if all are results of orders with different owners
 * @returns an outcome for each, as `applyStored`
 * @throws a lock timeout if there are several and another transaction locks one for 250 ms
 */
export async function applyAll(
  tx: Transaction,
  deps: OrderDeps,
  messageIds: string[],
): Promise<(Applied | undefined)[]> {
  if (messageIds.length > 1) await waitForLocksAtMost(tx, LONGEST_WAIT_MS);
  const locked = await lockMessages(tx, messageIds);
  const messages = locked.filter((message) => message !== undefined);
  if (messages.length === 0) return locked.map(() => undefined);
  const abouts = messages.map(({ purpose, traceparent }) => ({ name: `apply ${purpose}`, traceparent }));
  return inSpans(abouts, async (spans) => {
    const outcomes = await applyMessages(tx, deps, messages, spans);
    const words = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : 'confirmed'));
    for (const [n, word] of words.entries()) spans[n]?.setAttribute('zawadi.outcome', word);
    await finishMessages(
      tx,
      messages.map(({ id }, n) => ({ id, outcome: words[n] ?? '' })),
    );
    return locked.map((message) => {
      const outcome = message && outcomes[messages.indexOf(message)];
      return message && outcome !== undefined ? { ...message, outcome } : undefined;
    });
  });
}

/** Longest wait for a row lock in a batch: one locked row must not delay the other messages. */
const LONGEST_WAIT_MS = 250;

function applyMessages(
  tx: Transaction,
  deps: OrderDeps,
  messages: ProviderMessage[],
  spans: Span[],
): Promise<Outcome[]> {
  const [only, ...others] = messages;
  if (only && others.length === 0)
    return withSpan(spans[0], async () => [await applyMessage(tx, deps, only)]);
  return applyOrderMessages(
    tx,
    deps,
    messages.map((message, n) => ({ ...message, about: 'result', span: spans[n] })),
  );
}

type Outcome = string | { paidAt: Date };

/**
 * Applies a message in the transaction that marks it as done.
 * @returns the outcome. An outcome `ask_…` means that M-PESA must be queried, because the message does not match the
 * payment that its callback URL is for. A moment means that M-PESA's list of payments at that moment must be read.
 */
async function applyMessage(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<Outcome> {
  switch (message.purpose) {
    case 'c2b':
    case 'c2b_retired':
      return applyC2b(tx, deps, message);
    case 'c2b_status':
      return applyPayBillStatus(tx, deps, message);
    case 'receipt_status':
      return applyReceiptStatus(tx, deps, message);
    case 'c2b_pulled':
      return applyPulled(tx, deps, message);
    case 'balance_result':
    case 'collection_balance_result':
      return applyBalanceResult(tx, deps, message);
    case 'c2b_validation':
      return 'noted';
    default: {
      const about = aboutOf(message.purpose);
      const [outcome = ''] = await applyOrderMessages(tx, deps, [{ ...message, about }]);
      return outcome;
    }
  }
}

type OrderPurpose = Exclude<
  ProviderMessage['purpose'],
  | 'c2b'
  | 'c2b_retired'
  | 'c2b_status'
  | 'c2b_pulled'
  | 'c2b_validation'
  | 'receipt_status'
  | 'balance_result'
  | 'collection_balance_result'
>;

function aboutOf(purpose: OrderPurpose): 'result' | 'status' | 'timeout' {
  if (purpose.endsWith('_timeout')) return 'timeout';
  return purpose.endsWith('_status') ? 'status' : 'result';
}

async function applyBalanceResult(
  tx: Transaction,
  deps: OrderDeps,
  { targetId: checkId, purpose, body }: ProviderMessage,
): Promise<string> {
  const result = parseResult(body);
  const of = purpose === 'collection_balance_result' ? 'collection' : 'payout';
  return deps.applyBalances(tx, deps, { checkId, of, listed: result ? readAccountBalances(result) : [] });
}

/** An entry of M-PESA's list of received payments, as `pullPayments` stored it. */
const pulled = z.object({
  receipt: z.string(),
  billReference: z.string(),
  amountShillings: z.number().positive(),
  payer: z.string().optional(),
});

function applyPulled(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<string> {
  return applyPayBillPayment(tx, deps, { messageId: message.id, ...pulled.parse(message.body) });
}

/** The format of M-PESA's receipts. M-PESA is queried only about receipts of this format. */
const RECEIPT = /^[A-Z0-9]{10}$/u;

async function applyC2b(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<string> {
  const payment = parseC2b(message.body);
  const isAtOurs = payment?.shortCode === deps.mpesaShortCode && RECEIPT.test(payment.receipt);
  if (!isAtOurs || payment.amountShillings === undefined || payment.amountShillings <= 0) {
    await raiseReview(tx, { kind: 'money_unclear', subjectId: message.id, details: {} });
    deps.log.error(
      { messageId: message.id },
      'a pay-bill payment cannot be read, or is not at our short code',
    );
    return 'unclear';
  }
  const { receipt, billReference, amountShillings } = payment;
  const isHint = message.purpose === 'c2b_retired';
  return reportPayBillPayment(tx, { messageId: message.id, receipt, billReference, amountShillings, isHint });
}
