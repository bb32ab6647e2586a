import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import type { ApprovalRequest } from './approval-request.ts';
import { closeExpired, insertRequest } from './store.ts';

/**
 * Asks for something that another administrator has to approve. Writes the audit entry too, so it is the last thing
 * its transaction does.
 * @throws Refusal approval_open when the same is asked for already
 */
export async function requestApproval(tx: Transaction, request: ApprovalRequest): Promise<void> {
  const { id, kind, subjectKind, subjectId, amountCents, way, summary, reason, auditor } = request;
  await closeExpired(tx, { kind, subjectId });
  if (!(await insertRequest(tx, request))) throw new Refusal('approval_open');
  await recordAudit(tx, auditor, {
    action: 'approval.requested',
    subjectKind,
    subjectId,
    reason,
    after: { approvalId: id, kind, summary, amount: shillingsOf(amountCents), ...(way && { way }) },
  });
}
