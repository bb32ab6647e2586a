import { centsOf } from '@zawadi/contract';
import type { SandboxBooks } from '@zawadi/story/sandbox-control';
import { readBalances } from '../ledger/index.ts';
import { account, fundPayoutFloat } from '../features/services/postings/index.ts';
import { newId } from '../platform/ids.ts';
import type { TestSystem } from './test-system.ts';

/** Books the money with which M-PESA's sandbox begins, so that its balances and ours are the same. */
export async function bookOpeningFloat({
  sandbox,
  deps,
}: Pick<TestSystem, 'sandbox' | 'deps'>): Promise<void> {
  const { utility, working } = await sandbox.books();
  await fundPayoutFloat(deps, { causeId: newId(), amountCents: centsOf(utility + working) });
}

/**
 * Compares what M-PESA's books say has come in and gone out since now with what ours say. For tests that let every
 * payment end.
 * @returns the comparison, which throws when the two disagree
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

/** Phones are paid from the utility account, businesses from the working account, which bears M-PESA's charges too. */
function floatOf({ utility, working, charges }: SandboxBooks): number {
  return utility + working + charges;
}

/** The same of what went out alone, for tests whose gifts are made without M-PESA. */
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
