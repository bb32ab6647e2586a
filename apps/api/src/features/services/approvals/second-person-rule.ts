import {
  centsOf,
  shillingsOf,
  type AdministratorRole,
  type ApprovalKind,
  type ApprovalRule,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { readApprovalFrom } from '../settings/index.ts';
import { lockApprovers } from './approvers-store.ts';
import { insertSinglePersonDecision, readSinglePersonSums } from './single-person-decisions-store.ts';

/** Within 30 days, one administrator may decide alone at most this multiple of the daily amount. */
const MONTH_TO_DAY = 3;

type Asked = {
  administratorId: string;
  amountCents: bigint;
  /** The person or merchant who gains. Amounts that single administrators grant to one beneficiary are summed. */
  beneficiary?: string | undefined;
  /** True or false overrides the rule by amount. */
  needsTwo?: boolean | undefined;
  /** Roles that may only request the action. */
  askedBy?: readonly AdministratorRole[] | undefined;
};

type SinglePersonDecision = Asked & {
  /** Id of the action. */
  id: string;
  kind: ApprovalKind;
};

/**
 * Returns whether one administrator may decide alone, and why. Two sums count: the administrator's own decisions of all
 * kinds, and all decisions made alone for the beneficiary. Within a day the limit is the set amount, within 30 days
 * three times as much.
 */
export async function readRule(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  { administratorId, amountCents, beneficiary, needsTwo, askedBy = [] }: Asked,
): Promise<ApprovalRule> {
  const from = await readApprovalFrom(tx, deps);
  const { dayCents, monthCents } = await readSinglePersonSums(tx, { administratorId, beneficiary });
  const day = { from, doneAlone: shillingsOf(dayCents) };
  if (askedBy.length > 0) {
    const [administrator] = await lockApprovers(tx, [administratorId]);
    if (administrator && askedBy.includes(administrator.staffRole))
      return { ...day, needsTwo: true, because: 'role' };
  }
  if (needsTwo !== undefined) return { ...day, needsTwo, because: needsTwo ? 'always' : 'never' };
  if (amountCents >= centsOf(from)) return { ...day, needsTwo: true, because: 'amount' };
  // An action without an amount is not limited by the sums.
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
 * Records a decision of one administrator if it may be made alone; later sums then include it. Call it under
 * `lockSinglePersonDecisions`, so that simultaneous decisions are summed too.
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
