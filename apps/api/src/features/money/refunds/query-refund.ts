import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { listSends } from './send-store.ts';
import { sendReversal } from './send-reversal.ts';
import { findRefund, type RefundKey } from './store.ts';

/** After so many unanswered status queries the reversal is ordered again, which shows whether it was done. */
const QUESTIONS_PER_ORDER = 4;

/**
 * Finds out about a refund whose result has not come. What M-PESA has acknowledged is asked about, and the answer comes
 * to our callback; anything else is ordered again.
 */
export async function queryRefund(deps: PaymentDeps, key: RefundKey): Promise<void> {
  const refund = await findRefund(deps.db, key);
  if (refund?.status !== 'PENDING') return;
  const sent = (await listSends(deps.db, key)).find(({ state }) => state === 'SENT');
  const isTimeToOrder = refund.queries > 0 && refund.queries % QUESTIONS_PER_ORDER === 0;
  if (!sent?.originatorConversationId || isTimeToOrder) {
    await sendReversal(deps, key);
    return;
  }
  const token = newCallbackToken();
  const target = { homeId: key.homeId, targetId: sent.id };
  await inTransaction(deps.db, (tx) => openCallback(tx, token, { purpose: 'refund_status', ...target }));
  const { originatorConversationId } = sent;
  await deps.mpesa.transactionStatus({ originatorConversationId, callbackToken: token });
}
