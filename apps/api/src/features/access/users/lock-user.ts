import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockUserRecord, type UserRecord } from './store.ts';

export type LockedUser = UserRecord;

/**
 * Locks a user who is about to move money, until the end of the transaction. Take it before any other lock.
 * @throws Refusal `account_frozen`, `not_found` for an unknown user
 */
export async function lockUser(tx: Transaction, userId: string): Promise<LockedUser> {
  const user = await lockUserRecord(tx, userId);
  if (!user) throw new Refusal('not_found');
  if (user.status === 'FROZEN') throw new Refusal('account_frozen');
  return user;
}
