import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findWithdrawal, type Withdrawal } from './store.ts';

/** @throws Refusal not_found when there is none, or it is another user's: the caller does not learn which */
export async function findOwnWithdrawal(db: Db, userId: string, withdrawalId: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(db, { userId, withdrawalId });
  if (!withdrawal) throw new Refusal('not_found');
  return withdrawal;
}
