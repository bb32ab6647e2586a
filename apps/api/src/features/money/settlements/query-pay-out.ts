import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { findAttempt, type AttemptKey } from './attempt-store.ts';
import { sendPayOut } from './send-pay-out.ts';

/**
 * Queries an attempt without a result. What was not sent, or may be sent again, is sent; of what M-PESA has
 * acknowledged the status is asked, and the answer comes to our hook. A business payment that was not acknowledged can
 * be neither sent again nor asked about: its result, or an administrator, resolves it.
 */
export async function queryPayOut(deps: PaymentDeps, key: AttemptKey): Promise<void> {
  const attempt = await findAttempt(deps.db, key);
  if (!attempt) return;
  if (attempt.state === 'INTENT' || attempt.state === 'SENDING') {
    await sendPayOut(deps, key);
    return;
  }
  const originatorConversationId = attempt.method === 'b2c' ? attempt.id : attempt.providerOriginatorId;
  if (attempt.state !== 'SENT' || originatorConversationId === null) return;
  const token = newCallbackToken();
  const target = { homeId: key.merchantId, targetId: key.attemptId };
  await inTransaction(deps.db, (tx) => openCallback(tx, token, { purpose: 'settlement_status', ...target }));
  await deps.mpesa.transactionStatus({ originatorConversationId, callbackToken: token });
}
