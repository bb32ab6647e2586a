import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { applyPaymentResult, type PaymentResult } from './apply-payment-result.ts';
import { queryReceived } from './query-received.ts';
import type { Attempt } from './store.ts';

/**
 * Asks M-PESA what became of a prompt and applies a definite answer. Anything else, an answer we do not know
 * included, leaves the attempt as it is.
 */
export async function queryPurchase(
  deps: PaymentDeps,
  attempt: Pick<Attempt, 'homeId' | 'id' | 'checkoutRequestId' | 'createdAt'>,
): Promise<void> {
  const result = attempt.checkoutRequestId
    ? await queryPrompt(deps, attempt.checkoutRequestId)
    : await queryReceived(deps, attempt);
  if (!result) return;
  const subject = { homeId: attempt.homeId, attemptId: attempt.id };
  await inTransaction(deps.db, (tx) => applyPaymentResult(tx, deps, subject, result));
}

async function queryPrompt(deps: PaymentDeps, checkoutRequestId: string): Promise<PaymentResult | undefined> {
  const answer = await deps.mpesa.stkQuery({ checkoutRequestId });
  if (answer.outcome !== 'accepted') return undefined;
  const { result, resultCode } = answer;
  if (result.state === 'pending') return undefined;
  return result.state === 'succeeded'
    ? { outcome: 'succeeded' }
    : { outcome: 'failed', resultCode, reason: result.reason };
}
