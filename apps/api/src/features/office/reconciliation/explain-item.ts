import type { ReconciliationItem } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { closeItem, lockItem } from './item-store.ts';
import { readItem } from './list-items.ts';

/**
 * Closes a difference with a reason. Posts nothing.
 * @throws Refusal not_found, reconciliation_closed
 */
export async function explainItem(
  deps: Pick<Deps, 'db'>,
  { itemId, reason, auditor }: { itemId: string; reason: string; auditor: Auditor },
): Promise<ReconciliationItem> {
  await inTransaction(deps.db, async (tx) => {
    const item = await lockItem(tx, itemId);
    if (!item) throw new Refusal('not_found');
    // A repeated request by the same administrator gets the same answer.
    if (item.correction === null && item.closedBy === auditor.administratorId && item.reason === reason)
      return;
    if (!item.isOpen) throw new Refusal('reconciliation_closed');
    await closeItem(tx, itemId, { as: 'explained', by: auditor.administratorId, reason });
    const { account, receipt, state, theirsCents, oursCents } = item;
    await recordAudit(tx, auditor, {
      action: 'reconciliation.explained',
      subjectKind: 'reconciliation-item',
      subjectId: itemId,
      reason,
      after: { account, receipt, state, theirsCents: Number(theirsCents), oursCents: Number(oursCents) },
    });
  });
  return readItem(deps.db, itemId);
}
