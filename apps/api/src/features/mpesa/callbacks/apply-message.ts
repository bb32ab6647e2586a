import { parseC2b, parseResult, readAccountBalances } from '@zawadi/mpesa';
import { z } from 'zod';
import type { Transaction } from '../../../platform/db/database.ts';
import { applyPayBillPayment } from '../../money/purchases/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { applyOrderMessage, type OrderDeps } from '../orders/index.ts';
import { applyBalances } from '../reconciliation/index.ts';
import type { ProviderMessage } from './store.ts';

/**
 * Applies a message in the transaction that marks it as done.
 * @returns what became of it; an outcome beginning with `ask_` means that M-PESA has to be asked, because the message
 *   does not fit the payment whose address it came to
 */
export function applyMessage(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<string> {
  switch (message.purpose) {
    case 'c2b':
      return applyC2b(tx, deps, message);
    case 'c2b_pulled':
      return applyPulled(tx, deps, message);
    case 'balance_result':
      return applyBalanceResult(tx, deps, message);
    case 'c2b_validation':
      return Promise.resolve('noted');
    default:
      return applyOrderMessage(tx, deps, { ...message, about: aboutOf(message.purpose) });
  }
}

type OrderPurpose = Exclude<
  ProviderMessage['purpose'],
  'c2b' | 'c2b_pulled' | 'c2b_validation' | 'balance_result'
>;

function aboutOf(purpose: OrderPurpose): 'result' | 'status' | 'timeout' {
  if (purpose.endsWith('_timeout')) return 'timeout';
  return purpose.endsWith('_status') ? 'status' : 'result';
}

async function applyBalanceResult(
  tx: Transaction,
  deps: OrderDeps,
  { targetId: checkId, body }: ProviderMessage,
): Promise<string> {
  const result = parseResult(body);
  return applyBalances(tx, deps, { checkId, listed: result ? readAccountBalances(result) : [] });
}

/** A line of M-PESA's own list, as `pullPayments` stored it. */
const pulled = z.object({
  receipt: z.string(),
  billReference: z.string(),
  amountShillings: z.number().positive(),
});

function applyPulled(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<string> {
  return applyPayBillPayment(tx, deps, { messageId: message.id, ...pulled.parse(message.body) });
}

async function applyC2b(tx: Transaction, deps: OrderDeps, message: ProviderMessage): Promise<string> {
  const payment = parseC2b(message.body);
  const isAtOurs = payment?.shortCode === deps.mpesaShortCode;
  if (!isAtOurs || payment.amountShillings === undefined || payment.amountShillings <= 0) {
    await raiseReview(tx, { kind: 'money_unclear', subjectId: message.id, details: {} });
    deps.log.error(
      { messageId: message.id },
      'a pay-bill payment cannot be read, or is not at our short code',
    );
    return 'unclear';
  }
  const { receipt, billReference, amountShillings } = payment;
  return applyPayBillPayment(tx, deps, { messageId: message.id, receipt, billReference, amountShillings });
}
