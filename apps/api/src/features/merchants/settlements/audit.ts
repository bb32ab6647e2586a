import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import type { SettlementRecord } from './store.ts';

/** Records an administrator's action on a batch in the audit log. Call it last in the transaction. */
export async function audit(
  tx: Transaction,
  auditor: Auditor,
  entry: {
    action: `settlement.${string}`;
    settlement: SettlementRecord;
    reason?: string | undefined;
    after?: Record<string, string | null>;
  },
): Promise<void> {
  const { action, settlement, reason, after = {} } = entry;
  await recordAudit(tx, auditor, {
    action,
    subjectKind: 'settlement',
    subjectId: settlement.id,
    reason,
    before: { status: settlement.status },
    after: { batchId: settlement.batchId, amount: shillingsOf(settlement.amountCents), ...after },
  });
}
