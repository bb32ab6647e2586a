import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUserRecord, type UserRecord } from '../../people/users/index.ts';

/**
 * Locks a user, even a frozen one, for an administrator's action until the end of the transaction.
 * @throws Refusal `not_found`, also for a closed account
 */
export async function lockedUser(tx: Transaction, userId: string): Promise<UserRecord> {
  const user = await lockUserRecord(tx, userId);
  if (!user) throw new Refusal('not_found');
  return user;
}
