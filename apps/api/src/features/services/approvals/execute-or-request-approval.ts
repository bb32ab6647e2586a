import { shillingsOf, type ActionOutcome, type ApprovalRule } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import type { AfterCommit, ApprovalAction } from './approval-action.ts';
import { lockSinglePersonDecisions } from './single-person-decisions-store.ts';
import { type ApprovalRequest, isAnyOpen, closeExpired, insertRequest } from './store.ts';
import { recordIfDecidedAlone } from './second-person-rule.ts';

type Request<Input> = Omit<ApprovalRequest, 'id' | 'kind' | 'input' | 'way' | 'rule'> & { input: Input };

/**
 * Executes an action at once, or requests approval if its amount needs two administrators. Earlier amounts of the last
 * day and of the last 30 days are added: amounts that the requester decided alone, and amounts that single
 * administrators granted to the beneficiary.
 * @throws Refusal approval_open, approval_outdated, and the action's own refusals
 */
export async function executeOrRequestApproval<Input>(
  deps: Pick<Deps, 'db' | 'config'>,
  action: ApprovalAction<Input>,
  request: Request<Input>,
): Promise<ActionOutcome> {
  const id = newId();
  const { outcome, afterCommit } = await inTransaction(deps.db, (tx) =>
    decide(tx, deps, action, { ...request, id }),
  );
  await afterCommit?.();
  return outcome;
}

/**
 * Requests approval by another administrator. Call this function last in the transaction, because it writes the audit
 * entry.
 * @throws Refusal approval_open when the same request is open already
 */
export async function requestApproval(tx: Transaction, request: ApprovalRequest): Promise<void> {
  const { id, kind, subjectKind, subjectId, amountCents, way, rule, summary, reason, auditor } = request;
  await closeExpired(tx, { kind, subjectId });
  if (!(await insertRequest(tx, request))) throw new Refusal('approval_open');
  await recordAudit(tx, auditor, {
    action: 'approval.requested',
    subjectKind,
    subjectId,
    reason,
    after: {
      approvalId: id,
      kind,
      summary,
      amount: shillingsOf(amountCents),
      ...(way && { way }),
      because: rule.because,
    },
  });
}

async function decide<Input>(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  action: ApprovalAction<Input>,
  request: Request<Input> & { id: string },
): Promise<{ outcome: ActionOutcome; afterCommit?: AfterCommit | undefined }> {
  const { id, input, amountCents, reason, auditor } = request;
  const { administratorId } = auditor;
  const beneficiary = await action.beneficiary?.(tx, input);
  await lockSinglePersonDecisions(tx, { administratorId, beneficiary });
  // If the action freezes its subject, the subject may have only one open request of any kind.
  if (action.whileOpen && (await isAnyOpen(tx, request))) throw new Refusal('approval_open');
  const preview = await action.preview?.(tx, input);
  if (preview && preview.amountCents !== amountCents) throw changedJustNow(preview.amountCents);
  const rule = await recordIfDecidedAlone(tx, deps, {
    id,
    administratorId,
    kind: action.kind,
    amountCents,
    needsTwo: await action.needsTwo?.(tx, input, administratorId),
    beneficiary,
    askedBy: action.askedBy,
  });
  if (rule.needsTwo) {
    await openRequest(tx, action, { ...request, way: preview?.way, rule });
    return { outcome: { outcome: 'waiting', approvalId: id } };
  }
  const afterCommit = await action.execute(tx, { id, input, reason, makerId: administratorId, auditor });
  return { outcome: { outcome: 'done' }, afterCommit };
}

async function openRequest<Input>(
  tx: Transaction,
  { kind, schema, whileOpen }: ApprovalAction<Input>,
  request: Request<Input> & { id: string; way: string | undefined; rule: ApprovalRule },
): Promise<void> {
  const { id, input, reason, auditor, subjectId } = request;
  for (const lapsed of await closeExpired(tx, { kind, subjectId })) {
    await whileOpen?.end(tx, { id: lapsed.id, input: schema.parse(lapsed.input) });
  }
  await whileOpen?.begin(tx, { id, input, reason, administratorId: auditor.administratorId });
  await requestApproval(tx, { ...request, kind });
}

function changedJustNow(amountCents: bigint): Refusal {
  const kes = shillingsOf(amountCents).toLocaleString('en-KE');
  const sentence = `The amount has changed a moment ago: it is KES ${kes} now. Nothing was done; please look again.`;
  return new Refusal('approval_outdated', {}, sentence);
}
