import type { DeedOutcome } from '@zawadi/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import type { AfterCommit, ApprovalAction } from './approval-action.ts';
import type { ApprovalRequest } from './approval-request.ts';
import { needsSecondPerson, requestApproval } from './request-approval.ts';

type Request<Input> = Omit<ApprovalRequest, 'id' | 'kind' | 'input'> & {
  input: Input;
  /** Whatever the amount, such as money that whoever asks has found alone. */
  alwaysNeedsTwo?: boolean;
};

/**
 * Does something at once, or asks a second administrator when the amount, together with what was given alone to the
 * same a moment ago, is one that needs two.
 * @throws Refusal approval_open, and whatever the action itself refuses
 */
export async function carryOutOrAsk<Input>(
  deps: Pick<Deps, 'db' | 'config'>,
  action: ApprovalAction<Input>,
  request: Request<Input>,
): Promise<DeedOutcome> {
  const id = newId();
  const { outcome, afterCommit } = await inTransaction(deps.db, (tx) =>
    decide(tx, deps, action, { ...request, id }),
  );
  await afterCommit?.();
  return outcome;
}

async function decide<Input>(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  action: ApprovalAction<Input>,
  { alwaysNeedsTwo = false, ...request }: Request<Input> & { id: string },
): Promise<{ outcome: DeedOutcome; afterCommit?: AfterCommit | undefined }> {
  const { id, input, amountCents, reason, auditor } = request;
  const givenAloneCents = (await action.givenAloneCents?.(tx, input)) ?? 0n;
  if (alwaysNeedsTwo || needsSecondPerson(deps, amountCents + givenAloneCents)) {
    await requestApproval(tx, { ...request, kind: action.kind });
    return { outcome: { outcome: 'waiting', approvalId: id } };
  }
  const afterCommit = await action.carryOut(tx, { id, input, amountCents, reason, auditor });
  return { outcome: { outcome: 'done' }, afterCommit };
}
