import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findWithdrawal, type Withdrawal } from './store.ts';

/**
 * Finds a withdrawal of its owner.
 * @throws Refusal not_found if it is unknown or another user's: the caller cannot distinguish the two
 */
export async function findOwnWithdrawal(db: Db, userId: string, withdrawalId: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(db, { userId, withdrawalId });
  if (!withdrawal) throw new Refusal('not_found');
  return withdrawal;
}
