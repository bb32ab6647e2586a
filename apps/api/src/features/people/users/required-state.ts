import { Refusal } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { isEmailDoubtful, type UserRecord, lockUserRecord } from './store.ts';

export type LockedUser = UserRecord;

/**
 * Requires a verified phone, which pays or gets paid.
 * @returns its number, as 254XXXXXXXXX
 * @throws Refusal `phone_not_verified`
 */
export function requireVerifiedPhone(user: Pick<UserRecord, 'phoneMsisdn' | 'phoneVerified'>): string {
  if (!user.phoneVerified) throw new Refusal('phone_not_verified');
  return user.phoneMsisdn;
}

/**
 * Requires a phone number that waits to be verified.
 * @throws Refusal `phone_already_verified`, `phone_not_given` when the account has no phone number
 */
export function requireWaitingPhone(
  user: Pick<UserRecord, 'phoneVerified' | 'pendingPhoneMsisdn'> | undefined,
): string {
  if (user?.pendingPhoneMsisdn) return user.pendingPhoneMsisdn;
  throw new Refusal(user?.phoneVerified === false ? 'phone_not_given' : 'phone_already_verified');
}

/**
 * Refuses to move money out after the owner has reported that a stranger knows the password.
 * @throws Refusal `password_reset_needed`
 */
export function requireTrustedPassword(user: Pick<UserRecord, 'isPasswordDoubted'> | undefined): void {
  if (user?.isPasswordDoubted) throw new Refusal('password_reset_needed');
}

/**
 * Refuses to move money out of a frozen wallet, which still accepts gifts.
 * @throws Refusal `wallet_frozen`, with the opening time if the owner has scheduled one
 */
export function requireOpenWallet(
  user: Pick<UserRecord, 'walletFrozenAt' | 'walletOpensAt'> | undefined,
): void {
  if (!user?.walletFrozenAt) return;
  throw new Refusal('wallet_frozen', user.walletOpensAt ? { until: user.walletOpensAt.toISOString() } : {});
}

/** Returns the recipients of a notice about an account's safety: every proven contact, and all devices. */
export function everyContactOf(user: UserRecord) {
  return {
    sms: user.phoneVerified ? user.phoneMsisdn : undefined,
    email: isEmailDoubtful(user) ? undefined : user.email,
    push: { userId: user.id },
    language: user.language,
  };
}

/**
 * Locks a user who will move money, until the end of the transaction. Take this lock before any other.
 * @throws Refusal `account_frozen`, `not_found` for an unknown user
 */
export async function lockUser(tx: Transaction, userId: string): Promise<LockedUser> {
  return requireActive(await lockUserRecord(tx, userId));
}

/**
 * Requires an active account.
 * @param user locked by the caller
 * @throws Refusal `account_frozen`, `not_found` for an unknown user
 */
export function requireActive(user: UserRecord | undefined): LockedUser {
  if (!user) throw new Refusal('not_found');
  if (user.status === 'FROZEN') throw new Refusal('account_frozen');
  return user;
}
