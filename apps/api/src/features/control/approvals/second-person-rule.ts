import { centsOf, shillingsOf, type ApprovalKind, type ApprovalRule } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { readApprovalFrom } from '../settings/index.ts';
import { insertLoneDecision, readLoneDecisions } from './store.ts';

type Asked = {
  administratorId: string;
  amountCents: bigint;
  /** What the same shop or wallet was given within a day by people who decided alone. */
  givenAloneCents?: bigint | undefined;
  /** Overrides the rule by amount. */
  needsTwo?: boolean | undefined;
};

type LoneDecision = Asked & {
  /** Of the action. */
  id: string;
  kind: ApprovalKind;
};

/**
 * Whether one administrator may decide alone: together with what they decided alone within a day, of any kind, and with
 * what the same shop or wallet was given so.
 */
export async function readRule(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  { administratorId, amountCents, givenAloneCents = 0n, needsTwo }: Asked,
): Promise<ApprovalRule> {
  const from = await readApprovalFrom(tx, deps);
  const ownCents = await readLoneDecisions(tx, administratorId);
  const earlierCents = ownCents > givenAloneCents ? ownCents : givenAloneCents;
  const alone = { from, doneAlone: shillingsOf(earlierCents) };
  if (needsTwo !== undefined) return { ...alone, needsTwo, because: needsTwo ? 'always' : 'never' };
  if (amountCents >= centsOf(from)) return { ...alone, needsTwo: true, because: 'amount' };
  // Where nothing moves an earlier sum means nothing.
  if (amountCents > 0n && amountCents + earlierCents >= centsOf(from)) {
    return { ...alone, needsTwo: true, because: 'day' };
  }
  return { ...alone, needsTwo: false, because: 'below' };
}

/**
 * Records a decision of one administrator, if they may make it alone. What is recorded counts from then on. To be
 * called under `lockLoneDecisions`, so that of several at once each sees the others.
 * @returns the rule; nothing is recorded when a second administrator has to approve
 */
export async function recordIfDecidedAlone(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  decision: LoneDecision,
): Promise<ApprovalRule> {
  const rule = await readRule(tx, deps, decision);
  if (!rule.needsTwo) await insertLoneDecision(tx, decision);
  return rule;
}
