import type { HandlerAnswer, trialBalance as endpoint } from '@zawadi/contract';
import { trialBalance } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';

/** Stored balances summed by kind, in cents. The difference is not defined to be zero: it is computed. */
export async function readTrialBalance(deps: Pick<Deps, 'db'>): Promise<HandlerAnswer<typeof endpoint>> {
  const { accounts, differenceCents } = await trialBalance(deps.db);
  return {
    accounts: accounts.map(({ kind, side, balanceCents }) => ({ kind, side, balance: Number(balanceCents) })),
    difference: Number(differenceCents),
  };
}
