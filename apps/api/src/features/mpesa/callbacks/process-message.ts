import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { findAttempt, queryPurchase } from '../../money/purchases/index.ts';
import { findExpectedReversal, queryRefund } from '../../money/refunds/index.ts';
import { queryPayOut } from '../../money/settlements/index.ts';
import { queryWithdrawal } from '../../money/withdrawals/index.ts';
import type { PaymentDeps } from '../client/index.ts';
import { applyMessage } from './apply-message.ts';
import { finishMessage, findWaitingMessages, lockMessage, type ProviderMessage } from './store.ts';

const AT_ONCE = 100;

/** Applies one stored message exactly once; asks M-PESA when the message alone proves nothing. */
export async function processMessage(deps: PaymentDeps, messageId: string): Promise<void> {
  const doubtful = await inTransaction(deps.db, async (tx) => {
    const message = await lockMessage(tx, messageId);
    if (!message) return undefined;
    const outcome = await applyMessage(tx, deps, message);
    await finishMessage(tx, message.id, outcome);
    return outcome.startsWith('ask_') ? message : undefined;
  });
  if (doubtful) await ask(deps, doubtful);
}

/** Applies what was stored and not applied by a process that died. Those that can't be applied stop no other. */
export async function sweepMessages(deps: PaymentDeps): Promise<void> {
  for (let after: string | undefined; ;) {
    const ids = await findWaitingMessages(deps.db, { after, limit: AT_ONCE });
    for (const id of ids) {
      await processMessage(deps, id).catch((error: unknown) => {
        deps.log.error({ err: error, messageId: id }, 'a provider message cannot be applied');
      });
    }
    if (ids.length < AT_ONCE) return;
    after = ids.at(-1);
  }
}

async function ask(deps: PaymentDeps, message: ProviderMessage): Promise<void> {
  if (message.purpose === 'stk_result') {
    const attempt = await findAttempt(deps.db, message.homeId, message.targetId);
    if (attempt) await queryPurchase(deps, attempt);
    return;
  }
  if (message.purpose.startsWith('settlement_')) {
    await queryPayOut(deps, { merchantId: message.homeId, attemptId: message.targetId });
    return;
  }
  if (message.purpose.startsWith('refund_')) {
    const { homeId, targetId: sendId } = message;
    const expected = await findExpectedReversal(deps.db, { homeId, sendId });
    if (expected) await queryRefund(deps, { homeId, refundId: expected.refundId });
    return;
  }
  await queryWithdrawal(deps, { userId: message.homeId, withdrawalId: message.targetId });
}
