import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { queryOrder, type OrderDeps } from '../orders/index.ts';
import { applyMessage } from './apply-message.ts';
import { finishMessage, findWaitingMessages, lockMessage } from './store.ts';

const AT_ONCE = 100;

/** Applies one stored message exactly once; asks M-PESA when the message alone proves nothing. */
export async function processMessage(deps: OrderDeps, messageId: string): Promise<void> {
  const doubtful = await inTransaction(deps.db, async (tx) => {
    const message = await lockMessage(tx, messageId);
    if (!message) return undefined;
    const outcome = await applyMessage(tx, deps, message);
    await finishMessage(tx, message.id, outcome);
    return outcome.startsWith('ask_') ? message : undefined;
  });
  if (doubtful) await queryOrder(deps, { homeId: doubtful.homeId, id: doubtful.targetId });
}

/** Applies what was stored and not applied by a process that died. Those that can't be applied stop no other. */
export async function sweepMessages(deps: OrderDeps): Promise<void> {
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
