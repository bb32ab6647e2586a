import type { PaymentDeps } from '../mpesa/index.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import { applyPaymentFact } from './apply-payment-fact.ts';
import type { Attempt } from './store.ts';

/**
 * Asks M-PESA what became of a prompt and applies a definite answer. Anything else, an answer we do not know
 * included, leaves the attempt as it is.
 */
export async function queryPurchase(
  deps: PaymentDeps,
  attempt: Pick<Attempt, 'homeId' | 'id' | 'checkoutRequestId'>,
): Promise<void> {
  if (!attempt.checkoutRequestId) return;
  const answer = await deps.mpesa.stkQuery({ checkoutRequestId: attempt.checkoutRequestId });
  if (answer.outcome !== 'accepted') return;
  const { result, resultCode } = answer;
  if (result.state === 'pending') return;
  await inTransaction(deps.db, (tx) =>
    applyPaymentFact(
      tx,
      deps,
      { homeId: attempt.homeId, attemptId: attempt.id },
      result.state === 'succeeded'
        ? { outcome: 'succeeded' }
        : { outcome: 'failed', resultCode, reason: result.reason },
    ),
  );
}
