import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import { claimResend } from './send-state-store.ts';
import { openWithdrawalHooks, sendWithdrawal } from './send-withdrawal.ts';
import { findWithdrawal, type WithdrawalKey } from './store.ts';

/**
 * Finds out about a pay-out whose result has not come. One that M-PESA never acknowledged is ordered again under the
 * same id, which pays at most once; of any other the status is asked, and the answer comes to our hook.
 */
export async function queryWithdrawal(deps: PaymentDeps, key: WithdrawalKey): Promise<void> {
  const withdrawal = await findWithdrawal(deps.db, key);
  if (withdrawal?.status !== 'PENDING') return;
  const token = newCallbackToken();
  if (withdrawal.sendState !== 'SENT') {
    const isOurs = await inTransaction(deps.db, async (tx) => {
      if (!(await claimResend(tx, key))) return false;
      await openWithdrawalHooks(tx, key, token);
      return true;
    });
    if (isOurs) await sendWithdrawal(deps, { ...withdrawal, token }, { isResend: true });
    return;
  }
  const target = { homeId: key.userId, targetId: key.withdrawalId };
  await inTransaction(deps.db, (tx) => openCallback(tx, token, { purpose: 'b2c_status', ...target }));
  await deps.mpesa.transactionStatus({ originatorConversationId: withdrawal.id, callbackToken: token });
}
