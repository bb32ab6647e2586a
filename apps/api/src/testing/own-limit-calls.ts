import { changeOwnLimits, readOwnLimits, type CallInput, type LimitedSubject } from '@zawadi/contract';
import { approve } from './refund-calls.ts';
import type { Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';

type Change = Omit<CallInput<typeof changeOwnLimits>['body'], 'reason' | 'basedOn'>;
type Calls = Pick<TestSystem, 'call'>;

export async function ownLimitsOf({ call }: Calls, subject: LimitedSubject, by: Administrator) {
  return (await call(readOwnLimits, { params: subject }, by)).answer;
}

/** Asks for other own limits of a person or shop. */
export async function askForLimits(
  system: Calls,
  subject: LimitedSubject,
  change: Change,
  by: Administrator,
) {
  const { latestVersionId: basedOn } = await ownLimitsOf(system, subject, by);
  const body = { ...change, reason: 'Case 12', basedOn };
  return system.call(changeOwnLimits, { params: subject, body }, by);
}

/** Sets own limits, with the approval of another administrator if it is needed. */
export async function setLimits(
  system: Pick<TestSystem, 'call'>,
  subject: LimitedSubject,
  change: Change,
  [one, other]: readonly [Administrator, Administrator],
): Promise<void> {
  const { outcome, answer } = await askForLimits(system, subject, change, one);
  if (outcome !== 'ok') throw new Error(`the limits were refused: ${outcome}`);
  if (answer.action.outcome === 'waiting') await approve(system, other, answer.action.approvalId);
}
