import { formatKes, shillingsOf, type Approval } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { processDueRows } from '../../../platform/jobs/process-due-rows.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import type { Approvable, Preview } from './approval-action.ts';
import { readOne, type Viewer } from './list-approvals.ts';
import { requireApprover, requireTwoPeople } from './require-two-people.ts';
import {
  approveFirst,
  closeNextExpired,
  closeOutdated,
  closeRequest,
  lockRequest,
  type RequestRecord,
} from './store.ts';

type Decision = { approvalId: string; reason: string; auditor: Auditor; viewer: Viewer };

/**
 * Approves a request as a second administrator. The action is executed in the same transaction; if the action is
 * refused, the request stays open. If amount or payment method have changed since the request, the action is not
 * executed and the request is closed as outdated. The first approval of a request that the product opened executes
 * nothing.
 * @throws Refusal not_found, approval_closed, approval_outdated, second_person_needed, requester_ineligible, forbidden,
 *   and the action's own refusals
 */
export async function approve(
  deps: Pick<Deps, 'db'> & { actions: readonly Approvable[] },
  { approvalId, reason, auditor, viewer }: Decision,
): Promise<Approval> {
  const executing = inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, approvalId);
    if (!request) throw new Refusal('not_found');
    // A repeated approval by the same administrator gets the same answer. API calls to M-PESA that were lost are left
    // to jobs.
    if (request.closedAs === 'APPROVED' && request.closedBy === auditor.administratorId) return undefined;
    if (request.closedAs !== null || request.isExpired) throw new Refusal('approval_closed');
    const { id, input, requestedBy: makerId, because } = request;
    const { roles, askedBy, preview, execute, release } = actionFor(deps.actions, request);
    if (makerId === null) {
      await requireApprover(tx, { deciderId: auditor.administratorId, roles });
      if (!(await approveFirst(tx, id, auditor.administratorId))) throw new Refusal('approval_closed');
      await audit(tx, 'approval.first-approved', request, { reason, auditor });
      return undefined;
    }
    await requireTwoPeople(tx, {
      requesterId: makerId,
      deciderId: auditor.administratorId,
      roles,
      // Only a request that was made in this role: finance that was demoted to support has lost its own requests.
      ...(because === 'role' && { askedBy }),
    });
    const now = await preview?.(tx, input);
    if (now && !matchesPreview(request, now)) throw new Outdated(request, now);
    await closeRequest(tx, approvalId, { as: 'APPROVED', by: auditor.administratorId, reason });
    const follows = await execute(tx, { id, input, reason: request.reason, makerId, auditor });
    await release(tx, request);
    await audit(tx, 'approval.approved', request, { reason, auditor });
    return follows;
  });
  const afterCommit = await executing.catch(async (error: unknown) => {
    if (error instanceof Outdated) await closeAsOutdated(deps, error, { approvalId, auditor });
    throw error;
  });
  await afterCommit?.();
  return readOne(deps, { approvalId, viewer });
}

/**
 * Rejects a request; the action is not executed. The requester withdraws a request by the same function.
 * @throws Refusal not_found, approval_closed, forbidden
 */
export async function reject(
  deps: Pick<Deps, 'db'> & { actions: readonly Approvable[] },
  { approvalId, reason, auditor, viewer }: Decision,
): Promise<Approval> {
  await inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, approvalId);
    if (!request) throw new Refusal('not_found');
    if (request.closedAs === 'REJECTED' && request.closedBy === auditor.administratorId) return;
    if (request.closedAs !== null || request.isExpired) throw new Refusal('approval_closed');
    const action = actionFor(deps.actions, request);
    const deciderId = auditor.administratorId;
    if (request.requestedBy !== deciderId) await requireApprover(tx, { deciderId, roles: action.roles });
    await closeRequest(tx, approvalId, { as: 'REJECTED', by: deciderId, reason });
    await action.reject(tx, { input: request.input, reason, auditor });
    await action.release(tx, request);
    await audit(tx, 'approval.rejected', request, { reason, auditor });
  });
  return readOne(deps, { approvalId, viewer });
}

/**
 * Closes expired requests and unfreezes their subjects.
 * @returns the number of closed requests
 */
export function closeLapsedRequests(
  deps: Pick<Deps, 'db' | 'log'> & { actions: readonly Approvable[] },
): Promise<number> {
  return processDueRows(deps, {
    atOnce: 1,
    failure: 'a lapsed request cannot be closed',
    take: closeNextExpired,
    work: async (tx, [lapsed]) => lapsed && actionFor(deps.actions, lapsed).release(tx, lapsed),
  });
}

class Outdated extends Refusal {
  readonly asked: RequestRecord;
  readonly now: Preview;

  constructor(asked: RequestRecord, now: Preview) {
    const sentence = [
      'This has changed since it was asked for.',
      `Asked for: ${describePreview({ ...asked, way: asked.way ?? '' })}.`,
      `Now it would be: ${describePreview(now)}.`,
      'Nothing was done. Please request it again.',
    ];
    super('approval_outdated', {}, sentence.join(' '));
    this.asked = asked;
    this.now = now;
  }
}

/** Whether amount and payment method are still as requested. */
export function matchesPreview(asked: Pick<RequestRecord, 'amountCents' | 'way'>, now: Preview): boolean {
  // Older requests were stored without `way` and have only an amount.
  return asked.amountCents === now.amountCents && (asked.way === null || asked.way === now.way);
}

function describePreview({ amountCents, way }: Preview): string {
  const amount = amountCents === 0n ? '' : formatKes(shillingsOf(amountCents));
  return `${amount} ${way}`.trim();
}

/** Closes an outdated request in its own transaction, because the approval's transaction was rolled back. */
async function closeAsOutdated(
  deps: Pick<Deps, 'db'> & { actions: readonly Approvable[] },
  { asked, now }: Outdated,
  { approvalId, auditor }: { approvalId: string; auditor: Auditor },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, approvalId);
    if (!request || request.closedAs !== null) return;
    await closeOutdated(tx, approvalId, `It would be ${describePreview(now)} now`);
    await actionFor(deps.actions, request).release(tx, request);
    const { kind, subjectKind, subjectId, reason } = request;
    const before = { amount: shillingsOf(asked.amountCents), way: asked.way };
    const after = { approvalId, kind, amount: shillingsOf(now.amountCents), way: now.way };
    await recordAudit(tx, auditor, {
      action: 'approval.outdated',
      subjectKind,
      subjectId,
      reason,
      before,
      after,
    });
  });
}

export function actionFor(actions: readonly Approvable[], { kind }: { kind: string }): Approvable {
  const action = actions.find((one) => one.kind === kind);
  if (!action) throw new Error(`no approval action is registered for ${kind}`);
  return action;
}

async function audit(
  tx: Transaction,
  action: 'approval.approved' | 'approval.first-approved' | 'approval.rejected',
  { id, kind, subjectKind, subjectId, summary, amountCents, way }: RequestRecord,
  { reason, auditor }: { reason: string; auditor: Auditor },
): Promise<void> {
  const amount = shillingsOf(amountCents);
  const after = { approvalId: id, kind, summary, amount, ...(way !== null && { way }) };
  await recordAudit(tx, auditor, { action, subjectKind, subjectId, reason, after });
}
