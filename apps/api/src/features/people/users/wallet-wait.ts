import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { UserRecord } from './store.ts';

type Reset = Pick<UserRecord, 'passwordResetAt' | 'confirmsReset' | 'phoneChangedAt' | 'emailChangedAt'>;

/**
 * Returns the contact whose code confirms a withdrawal within 24 hours of a password reset. It is the contact
 * that was not used for the reset, if it was proven before and has not changed for a day.
 * @returns undefined when the wallet does not wait
 * @throws Refusal `wallet_waits` when no such contact exists
 */
export function confirmsWithdrawals(
  { clock }: Pick<Deps, 'clock'>,
  user: Reset,
): 'sms' | 'email' | undefined {
  const now = clock.now().getTime();
  const isRecent = (change: Date | null) => change !== null && now - change.getTime() < DAY_MS;
  if (user.passwordResetAt === null || !isRecent(user.passwordResetAt)) return undefined;
  const changedAt = user.confirmsReset === 'sms' ? user.phoneChangedAt : user.emailChangedAt;
  if (user.confirmsReset !== null && !isRecent(changedAt)) return user.confirmsReset;
  const until = new Date(user.passwordResetAt.getTime() + DAY_MS);
  throw new Refusal('wallet_waits', {
    until: until.toISOString(),
    retryAfterSeconds: Math.ceil((until.getTime() - now) / 1_000),
  });
}
