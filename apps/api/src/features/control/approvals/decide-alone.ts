import { centsOf, type ApprovalKind } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { readApprovalFrom } from '../settings/index.ts';
import { insertLoneDecision, readLoneDecisions } from './store.ts';

type LoneDecision = {
  /** Of the action. */
  id: string;
  staffId: string;
  kind: ApprovalKind;
  amountCents: bigint;
  /** What the same shop or wallet was given within a day by people who decided alone. */
  givenAloneCents?: bigint;
};

/**
 * Whether one administrator may decide about an amount: together with what they decided alone within a day, of any kind,
 * and with what the same shop or wallet was given so. What they may is noted and counts from then on. To be called
 * under `lockLoneDecisions`, so that of several at once each sees the others.
 */
export async function decideAlone(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  { givenAloneCents = 0n, ...decision }: LoneDecision,
): Promise<boolean> {
  const { staffId, amountCents } = decision;
  const fromCents = centsOf(await readApprovalFrom(tx, deps));
  const ownCents = await readLoneDecisions(tx, staffId);
  const earlierCents = ownCents > givenAloneCents ? ownCents : givenAloneCents;
  // Where nothing moves, such as for a new code, an earlier sum means nothing.
  const countedCents = amountCents === 0n ? 0n : amountCents + earlierCents;
  if (countedCents >= fromCents) return false;
  await insertLoneDecision(tx, decision);
  return true;
}
