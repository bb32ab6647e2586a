import { sweepPurchases } from '../features/money/purchases/index.ts';
import { sweepPayOuts } from '../features/money/settlements/index.ts';
import { sweepWithdrawals } from '../features/money/withdrawals/index.ts';
import type { TestSystem } from './test-system.ts';

/** Asks for every open prompt, also for those whose turn would come later. */
export async function sweepPurchasesNow({ owner, deps }: Pick<TestSystem, 'owner' | 'deps'>): Promise<void> {
  await owner.query('update purchase_attempts set next_query_at = now()');
  await sweepPurchases(deps);
}

/** Asks for every open pay-out, also for those whose turn would come later. */
export async function sweepWithdrawalsNow({
  owner,
  deps,
}: Pick<TestSystem, 'owner' | 'deps'>): Promise<void> {
  await owner.query('update withdrawals set next_query_at = now()');
  await sweepWithdrawals(deps);
}

/** Asks for every open pay-out to a merchant, also for those whose turn would come later. */
export async function sweepPayOutsNow({ owner, deps }: Pick<TestSystem, 'owner' | 'deps'>): Promise<void> {
  await owner.query('update settlement_attempts set next_query_at = now() where next_query_at is not null');
  await sweepPayOuts(deps);
}
