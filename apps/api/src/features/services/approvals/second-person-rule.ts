import { centsOf, shillingsOf, type ApprovalKind, type ApprovalRule } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { readApprovalFrom } from '../settings/index.ts';
import { insertSinglePersonDecision, readSinglePersonSums } from './single-person-decisions-store.ts';

/** How much more than on a day one administrator decides alone within 30 days, all together. */
const MONTH_TO_DAY = 3;

type Asked = {
  administratorId: string;
  amountCents: bigint;
  /** Who gains by it; what administrators gave them alone counts together. */
  beneficiary?: string | undefined;
  /** Overrides the rule by amount. */
  needsTwo?: boolean | undefined;
};

type SinglePersonDecision = Asked & {
  /** Of the action. */
  id: string;
  kind: ApprovalKind;
};

/**
 * Whether one administrator may decide alone: together with what they decided alone, of any kind, and with what the same
 * beneficiary was given so, within a day up to the set amount and within 30 days up to three times as much.
 */
export async function readRule(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  { administratorId, amountCents, beneficiary, needsTwo }: Asked,
): Promise<ApprovalRule> {
  const from = await readApprovalFrom(tx, deps);
  const { dayCents, monthCents } = await readSinglePersonSums(tx, { administratorId, beneficiary });
  const day = { from, doneAlone: shillingsOf(dayCents) };
  if (needsTwo !== undefined) return { ...day, needsTwo, because: needsTwo ? 'always' : 'never' };
  if (amountCents >= centsOf(from)) return { ...day, needsTwo: true, because: 'amount' };
  // Where nothing moves an earlier sum means nothing.
  if (amountCents > 0n && amountCents + dayCents >= centsOf(from)) {
    return { ...day, needsTwo: true, because: 'day' };
  }
  const month = { from: from * MONTH_TO_DAY, doneAlone: shillingsOf(monthCents) };
  if (amountCents > 0n && amountCents + monthCents >= centsOf(month.from)) {
    return { ...month, needsTwo: true, because: 'month' };
  }
  return { ...day, needsTwo: false, because: 'below' };
}

/**
 * Records a decision of one administrator, if they may make it alone. What is recorded counts from then on. To be
 * called under `lockSinglePersonDecisions`, so that of several at once each sees the others.
 * @returns the rule; nothing is recorded when a second administrator has to approve
 */
export async function recordIfDecidedAlone(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  decision: SinglePersonDecision,
): Promise<ApprovalRule> {
  const rule = await readRule(tx, deps, decision);
  if (!rule.needsTwo) await insertSinglePersonDecision(tx, decision);
  return rule;
}
