import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUserRecord, type UserRecord } from '../../people/users/index.ts';

/**
 * Locks a user for an administrator's action, frozen or not, until the end of the transaction.
 * @throws Refusal `not_found`, for a closed account too
 */
export async function lockedUser(tx: Transaction, userId: string): Promise<UserRecord> {
  const user = await lockUserRecord(tx, userId);
  if (!user) throw new Refusal('not_found');
  return user;
}
