import {
  describeB2cResult,
  describeStkResult,
  parseC2b,
  parseResult,
  parseStkCallback,
  readTransactionStatus,
} from '@zawadi/mpesa';
import type { PaymentDeps } from '../mpesa/index.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { applyPayBillPayment, applyPaymentFact, findAttempt } from '../purchases/index.ts';
import { raiseReview } from '../reviews/index.ts';
import { applyWithdrawalFact, findNetShillings } from '../withdrawals/index.ts';
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
  b2c_result: applyB2cResult,
  b2c_status: applyB2cStatus,
  c2b: applyC2b,
  // The money stays held; only M-PESA's own answer decides.
  b2c_timeout: async () => 'ask_after_queue_timeout',
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
    return applyPaymentFact(tx, deps, subject, { outcome: 'failed', resultCode, reason: result.reason });
  }
  const { receipt, amountShillings } = callback;
  if (!isMoney(amountShillings)) return 'ask_without_amount';
  return applyPaymentFact(tx, deps, subject, { outcome: 'succeeded', receipt, amountShillings });
}

async function applyB2cResult(tx: Transaction, deps: PaymentDeps, message: ProviderMessage): Promise<string> {
  const result = parseResult(message.body);
  if (!result) return 'ask_unreadable';
  if (result.originatorConversationId !== message.targetId) return 'ask_ids_differ';
  const key = { userId: message.homeId, withdrawalId: message.targetId };
  const meaning = describeB2cResult(result.resultCode);
  if (meaning.state === 'pending') return 'ask_not_final';
  if (meaning.state === 'failed') {
    const { reason, isOurFault } = meaning;
    return applyWithdrawalFact(tx, deps, key, {
      outcome: 'failed',
      resultCode: result.resultCode,
      reason,
      isOurFault,
    });
  }
  if (result.amountShillings !== (await findNetShillings(tx, key))) return 'ask_amount_differs';
  return applyWithdrawalFact(tx, deps, key, {
    outcome: 'succeeded',
    receipt: result.receipt,
    paidToName: result.receiverName,
    chargeCents: result.chargeCents,
  });
}

/** The answer to our own question; M-PESA names the payment that was asked about among the parameters. */
async function applyB2cStatus(tx: Transaction, deps: PaymentDeps, message: ProviderMessage): Promise<string> {
  const result = parseResult(message.body);
  const facts = result && readTransactionStatus(result);
  if (!facts || facts.state === 'pending') return 'not_final';
  const key = { userId: message.homeId, withdrawalId: message.targetId };
  if (facts.originatorConversationId !== undefined && facts.originatorConversationId !== key.withdrawalId) {
    return 'ids_differ';
  }
  if (facts.state === 'failed') {
    const { status: resultCode } = facts;
    return applyWithdrawalFact(tx, deps, key, {
      outcome: 'failed',
      resultCode,
      reason: 'provider_error',
      isOurFault: false,
    });
  }
  if (facts.amountShillings !== undefined && facts.amountShillings !== (await findNetShillings(tx, key))) {
    return 'amount_differs';
  }
  const { receipt, chargeCents } = facts;
  return applyWithdrawalFact(tx, deps, key, { outcome: 'succeeded', receipt, chargeCents });
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
