import { centsOf, type ApprovalKind } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { readApprovalFrom } from '../settings/index.ts';
import { insertLoneDecision, readLoneDecisions } from './store.ts';

type LoneDecision = {
  /** Of the action. */
  id: string;
  administratorId: string;
  kind: ApprovalKind;
  amountCents: bigint;
  /** What the same shop or wallet was given within a day by people who decided alone. */
  givenAloneCents?: bigint;
};

/**
 * Records a decision of one administrator, if they may make it alone: together with what they decided alone within a
 * day, of any kind, and with what the same shop or wallet was given so. What is recorded counts from then on. To be
 * called under `lockLoneDecisions`, so that of several at once each sees the others.
 * @returns false, with nothing recorded, when a second administrator has to approve
 */
export async function recordIfDecidedAlone(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  { givenAloneCents = 0n, ...decision }: LoneDecision,
): Promise<boolean> {
  const { administratorId, amountCents } = decision;
  const fromCents = centsOf(await readApprovalFrom(tx, deps));
  const ownCents = await readLoneDecisions(tx, administratorId);
  const earlierCents = ownCents > givenAloneCents ? ownCents : givenAloneCents;
  // Where nothing moves, such as for a new code, an earlier sum means nothing.
  const countedCents = amountCents === 0n ? 0n : amountCents + earlierCents;
  if (countedCents >= fromCents) return false;
  await insertLoneDecision(tx, decision);
  return true;
}
