import { parseC2b, parseResult, readAccountBalances } from '@zawadi/mpesa';
import { z } from 'zod';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import { applyPayBillPayment, reportPayBillPayment } from '../../money/purchases/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { applyOrderMessage, type OrderDeps } from '../orders/index.ts';
import { applyBalances } from '../reconciliation/index.ts';
import { applyPayBillStatus } from './check-pay-bill-payments.ts';
import { finishMessage, lockMessage, type ProviderMessage } from './store.ts';

export type Applied = Pick<ProviderMessage, 'purpose' | 'homeId' | 'targetId'> & { outcome: Outcome };

/**
 * Applies one stored message exactly once.
 * @returns undefined when it was applied before, or another process is applying it
 */
export function applyStored(deps: OrderDeps, messageId: string): Promise<Applied | undefined> {
  return inTransaction(deps.db, (tx) => applyIn(tx, deps, messageId));
}

/** As `applyStored`, within the caller's transaction. */
export async function applyIn(
  tx: Transaction,
  deps: OrderDeps,
  messageId: string,
): Promise<Applied | undefined> {
  const message = await lockMessage(tx, messageId);
  if (!message) return undefined;
  const { purpose, traceparent } = message;
  return inSpan(`apply ${purpose}`, { traceparent }, async (note) => {
    const outcome = await applyMessage(tx, deps, message);
    const word = typeof outcome === 'string' ? outcome : 'confirmed';
    note('zawadi.outcome', word);
    await finishMessage(tx, { id: message.id, outcome: word });
    return { ...message, outcome };
  });
}

type Outcome = string | { paidAt: Date };

/**
 * Applies a message in the transaction that marks it as done.
 * @returns what became of it; an outcome beginning with `ask_` means that M-PESA has to be asked, because the message
 *   does not fit the payment whose address it came to; a moment when M-PESA's list of that moment is to be read
 */
function applyMessage(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<Outcome> {
  switch (message.purpose) {
    case 'c2b':
    case 'c2b_retired':
      return applyC2b(tx, deps, message);
    case 'c2b_status':
      return applyPayBillStatus(tx, deps, message);
    case 'c2b_pulled':
      return applyPulled(tx, deps, message);
    case 'balance_result':
    case 'collection_balance_result':
      return applyBalanceResult(tx, deps, message);
    case 'c2b_validation':
      return Promise.resolve('noted');
    default:
      return applyOrderMessage(tx, deps, { ...message, about: aboutOf(message.purpose) });
  }
}

type OrderPurpose = Exclude<
  ProviderMessage['purpose'],
  | 'c2b'
  | 'c2b_retired'
  | 'c2b_status'
  | 'c2b_pulled'
  | 'c2b_validation'
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
  return applyBalances(tx, deps, { checkId, of, listed: result ? readAccountBalances(result) : [] });
}

/** A line of M-PESA's own list, as `pullPayments` stored it. */
const pulled = z.object({
  receipt: z.string(),
  billReference: z.string(),
  amountShillings: z.number().positive(),
  payer: z.string().optional(),
});

function applyPulled(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<string> {
  return applyPayBillPayment(tx, deps, { messageId: message.id, ...pulled.parse(message.body) });
}

/** The form of M-PESA's receipts. Only about such a one is M-PESA asked. */
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
