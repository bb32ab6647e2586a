import type { DeedOutcome } from '@zawadi/contract';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import type { ApprovalAction } from './approval-action.ts';
import type { ApprovalRequest } from './approval-request.ts';
import { needsSecondPerson, requestApproval } from './request-approval.ts';

type Request<Input> = Omit<ApprovalRequest, 'id' | 'kind' | 'input'> & { input: Input };

/**
 * Does something at once, or asks a second administrator when the amount is one that needs two.
 * @throws Refusal approval_open, and whatever the action itself refuses
 */
export async function carryOutOrAsk<Input>(
  deps: Pick<Deps, 'db' | 'config'>,
  action: ApprovalAction<Input>,
  request: Request<Input>,
): Promise<DeedOutcome> {
  const id = newId();
  const { kind } = action;
  if (needsSecondPerson(deps, request.amountCents)) {
    await inTransaction(deps.db, (tx) => requestApproval(tx, { ...request, id, kind }));
    return { outcome: 'waiting', approvalId: id };
  }
  const { input, reason, auditor } = request;
  const afterCommit = await inTransaction(deps.db, (tx) =>
    action.carryOut(tx, { id, input, reason, auditor }),
  );
  await afterCommit?.();
  return { outcome: 'done' };
}
