import type { Approval } from '@zawadi/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import { requireTwoPeople } from '../staff/index.ts';
import type { Approvable } from './approval-action.ts';
import { readApproval } from './list-approvals.ts';
import { closeRequest, lockRequest, type RequestRecord } from './store.ts';

type Decision = { approvalId: string; reason: string; auditor: Auditor };

/**
 * A second administrator approves: what was asked for happens in the same transaction, or refuses and stays open.
 * @throws Refusal not_found, approval_closed, second_person_needed, asker_gone, forbidden, and whatever the action refuses
 */
export async function approve(
  deps: Pick<Deps, 'db'> & { actions: readonly Approvable[] },
  { approvalId, reason, auditor }: Decision,
): Promise<Approval> {
  const afterCommit = await inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, approvalId);
    if (!request) throw new Refusal('not_found');
    // A commit whose answer was lost is run again; what follows from it is left to the sweeps.
    if (request.closedAs === 'APPROVED' && request.closedBy === auditor.staffId) return undefined;
    if (request.closedAs !== null || request.isExpired) throw new Refusal('approval_closed');
    await requireTwoPeople(tx, { askerId: request.requestedBy, deciderId: auditor.staffId });
    await closeRequest(tx, approvalId, { as: 'APPROVED', by: auditor.staffId, reason });
    const follows = await actionFor(deps.actions, request).carryOut(tx, {
      id: request.id,
      input: request.input,
      amountCents: request.amountCents,
      reason: request.reason,
      auditor,
    });
    await audit(tx, 'approval.approved', request, { reason, auditor });
    return follows;
  });
  await afterCommit?.();
  return readApproval(deps.db, { approvalId, staffId: auditor.staffId });
}

/**
 * Nothing happens. Whoever asked may take it back in the same way.
 * @throws Refusal not_found, approval_closed
 */
export async function reject(
  deps: Pick<Deps, 'db'>,
  { approvalId, reason, auditor }: Decision,
): Promise<Approval> {
  await inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, approvalId);
    if (!request) throw new Refusal('not_found');
    if (request.closedAs === 'REJECTED' && request.closedBy === auditor.staffId) return;
    if (request.closedAs !== null || request.isExpired) throw new Refusal('approval_closed');
    await closeRequest(tx, approvalId, { as: 'REJECTED', by: auditor.staffId, reason });
    await audit(tx, 'approval.rejected', request, { reason, auditor });
  });
  return readApproval(deps.db, { approvalId, staffId: auditor.staffId });
}

function actionFor(actions: readonly Approvable[], { kind }: RequestRecord): Approvable {
  const action = actions.find((one) => one.kind === kind);
  if (!action) throw new Error(`nobody carries out what is called ${kind}`);
  return action;
}

async function audit(
  tx: Transaction,
  action: 'approval.approved' | 'approval.rejected',
  { id, kind, subjectKind, subjectId, summary }: RequestRecord,
  { reason, auditor }: { reason: string; auditor: Auditor },
): Promise<void> {
  const after = { approvalId: id, kind, summary };
  await recordAudit(tx, auditor, { action, subjectKind, subjectId, reason, after });
}
