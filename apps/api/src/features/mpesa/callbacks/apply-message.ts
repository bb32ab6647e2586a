import {
  describeStkResult,
  parseC2b,
  parseResult,
  parseStkCallback,
  readAccountBalances,
} from '@zawadi/mpesa';
import type { Transaction } from '../../../platform/db/database.ts';
import { applyPayBillPayment, applyPaymentResult, findAttempt } from '../../money/purchases/index.ts';
import { applyRefundResult, findExpectedReversal } from '../../money/refunds/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { applySettlementResult, findExpectedPayOut } from '../../money/settlements/index.ts';
import { applyWithdrawalResult, findNetShillings } from '../../money/withdrawals/index.ts';
import type { PaymentDeps } from '../client/index.ts';
import { applyBalances } from '../reconciliation/index.ts';
import { readPayOutResult, readPayOutStatus } from './read-pay-out-result.ts';
import { readReversalResult, readReversalStatus } from './read-refund-result.ts';
import type { ProviderMessage } from './store.ts';

/**
 * Applies a message in the transaction that marks it as done.
 * @returns what became of it; an outcome beginning with `ask_` means that M-PESA has to be asked, because the message
 *   does not fit the payment whose address it came to
 */
export function applyMessage(tx: Transaction, deps: PaymentDeps, message: ProviderMessage): Promise<string> {
  return APPLY[message.purpose](tx, deps, message);
}

type Apply = (tx: Transaction, deps: PaymentDeps, message: ProviderMessage) => Promise<string>;

const APPLY: Record<ProviderMessage['purpose'], Apply> = {
  stk_result: applyStkCallback,
  b2c_result: applyWithdrawal(readPayOutResult),
  b2c_status: applyWithdrawal(readPayOutStatus),
  settlement_result: applySettlement(readPayOutResult),
  settlement_status: applySettlement(readPayOutStatus),
  refund_result: applyRefund(readReversalResult),
  refund_status: applyRefund(readReversalStatus),
  c2b: applyC2b,
  balance_result: applyBalanceResult,
  // The money stays held; only M-PESA's own answer decides.
  b2c_timeout: async () => 'ask_after_queue_timeout',
  settlement_timeout: async () => 'ask_after_queue_timeout',
  refund_timeout: async () => 'ask_after_queue_timeout',
  c2b_validation: async () => 'noted',
};

async function applyStkCallback(
  tx: Transaction,
  deps: PaymentDeps,
  message: ProviderMessage,
): Promise<string> {
  const callback = parseStkCallback(message.body);
  if (!callback) return 'ask_unreadable';
  const attempt = await findAttempt(tx, message.homeId, message.targetId);
  // No id is known yet when the callback overtakes the answer to the prompt; the address itself is the proof then.
  const isSameRequest =
    !attempt?.checkoutRequestId || attempt.checkoutRequestId === callback.checkoutRequestId;
  if (!isSameRequest) return 'ask_ids_differ';
  const result = describeStkResult(callback.resultCode);
  const subject = { homeId: message.homeId, attemptId: message.targetId };
  if (result.state === 'pending') return 'ask_not_final';
  if (result.state === 'failed') {
    const { resultCode } = callback;
    return applyPaymentResult(tx, deps, subject, { outcome: 'failed', resultCode, reason: result.reason });
  }
  const { receipt, amountShillings } = callback;
  if (!isMoney(amountShillings)) return 'ask_without_amount';
  return applyPaymentResult(tx, deps, subject, { outcome: 'succeeded', receipt, amountShillings });
}

/** A result and the answer to a status query tell the same in two shapes. */
function applyWithdrawal(read: typeof readPayOutResult | typeof readPayOutStatus): Apply {
  return async (tx, deps, message) => {
    const key = { userId: message.homeId, withdrawalId: message.targetId };
    const netShillings = await findNetShillings(tx, key);
    const result = read(message.body, {
      method: 'b2c',
      originatorConversationId: key.withdrawalId,
      netShillings,
    });
    return typeof result === 'string' ? result : applyWithdrawalResult(tx, deps, key, result);
  };
}

function applySettlement(read: typeof readPayOutResult | typeof readPayOutStatus): Apply {
  return async (tx, deps, message) => {
    const key = { merchantId: message.homeId, attemptId: message.targetId };
    const expected = await findExpectedPayOut(tx, key);
    if (!expected) return 'unknown_attempt';
    const result = read(message.body, expected);
    return typeof result === 'string' ? result : applySettlementResult(tx, deps, key, result);
  };
}

function applyRefund(read: typeof readReversalResult | typeof readReversalStatus): Apply {
  return async (tx, deps, message) => {
    const key = { homeId: message.homeId, sendId: message.targetId };
    const expected = await findExpectedReversal(tx, key);
    if (!expected) return 'unknown_order';
    const result = read(message.body, expected);
    return typeof result === 'string' ? result : applyRefundResult(tx, deps, key, result);
  };
}

async function applyBalanceResult(
  tx: Transaction,
  deps: PaymentDeps,
  { targetId: checkId, body }: ProviderMessage,
): Promise<string> {
  const result = parseResult(body);
  return applyBalances(tx, deps, { checkId, listed: result ? readAccountBalances(result) : [] });
}

async function applyC2b(tx: Transaction, deps: PaymentDeps, message: ProviderMessage): Promise<string> {
  const payment = parseC2b(message.body);
  const isAtOurs = payment?.shortCode === deps.mpesaShortCode;
  if (!isAtOurs || !isMoney(payment.amountShillings)) {
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

function isMoney(amountShillings: number | undefined): amountShillings is number {
  return amountShillings !== undefined && amountShillings > 0;
}
