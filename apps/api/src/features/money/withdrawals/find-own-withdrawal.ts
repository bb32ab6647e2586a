import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findWithdrawal, type Withdrawal } from './store.ts';

/**
 * Finds a withdrawal for its owner.
 * @throws Refusal not_found for an unknown or another user's withdrawal alike
 */
export async function findOwnWithdrawal(db: Db, userId: string, withdrawalId: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(db, { userId, withdrawalId });
  if (!withdrawal) throw new Refusal('not_found');
  return withdrawal;
}
