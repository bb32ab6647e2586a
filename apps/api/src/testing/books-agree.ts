import { centsOf } from '@zawadi/contract';
import type { SandboxBooks } from '@zawadi/story/sandbox-control';
import { readBalances } from '../ledger/index.ts';
import { account, fundPayoutFloat } from '../features/services/postings/index.ts';
import { newId } from '../platform/ids.ts';
import type { TestSystem } from './test-system.ts';

/** Posts the opening balances of M-PESA's sandbox to our ledger, so that both agree. */
export async function bookOpeningFloat({
  sandbox,
  deps,
}: Pick<TestSystem, 'sandbox' | 'deps'>): Promise<void> {
  const { utility, working } = await sandbox.books();
  await fundPayoutFloat(deps, { causeId: newId(), amountCents: centsOf(utility + working) });
}

/**
 * Starts comparing all money in and out in M-PESA's books and ours. For tests in which every payment ends.
 * @returns the comparison, which throws if the two differ
 */
export async function watchBooks({
  sandbox,
  deps,
}: Pick<TestSystem, 'sandbox' | 'deps'>): Promise<() => Promise<void>> {
  const before = { theirs: await sandbox.books(), ours: await ourBooks(deps) };
  return async () => {
    const after = { theirs: await sandbox.books(), ours: await ourBooks(deps) };
    const theirs = {
      collected: after.theirs.collection - before.theirs.collection,
      paidOut: floatOf(before.theirs) - floatOf(after.theirs),
    };
    const ours = {
      collected: after.ours.collected - before.ours.collected,
      paidOut: after.ours.paidOut - before.ours.paidOut,
    };
    if (JSON.stringify(theirs) === JSON.stringify(ours)) return;
    throw new Error(`M-PESA's books say ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}.`);
  };
}

/**
 * Sums the sandbox's pay-out accounts. Pay-outs to phones come from the utility account. Those to businesses come
 * from the working account, which also pays M-PESA's charges.
 */
function floatOf({ utility, working, charges }: SandboxBooks): number {
  return utility + working + charges;
}

/** Starts comparing only pay-outs, for tests that make gifts without M-PESA. */
export async function watchPaidOut({
  sandbox,
  deps,
}: Pick<TestSystem, 'sandbox' | 'deps'>): Promise<() => Promise<void>> {
  const gap = async () => floatOf(await sandbox.books()) + (await ourBooks(deps)).paidOut;
  const before = await gap();
  return async () => {
    const difference = (await gap()) - before;
    if (difference !== 0) throw new Error(`M-PESA's books and ours differ by KES ${difference} paid out.`);
  };
}

async function ourBooks({ db }: TestSystem['deps']): Promise<{ collected: number; paidOut: number }> {
  const { collection, payout, capital, providerCharges } = account;
  const balances = await readBalances(
    db,
    [collection, payout, capital, providerCharges].map((code) => ({ account: code })),
  );
  const balanceOf = (code: string) => balances.get(code) ?? 0n;
  const paidOutCents = balanceOf(capital) - balanceOf(payout) - balanceOf(providerCharges);
  return { collected: Number(balanceOf(collection)) / 100, paidOut: Number(paidOutCents) / 100 };
}
