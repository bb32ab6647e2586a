import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { UserRecord } from './store.ts';

/**
 * Refuses for 24 hours after a password reset where no code can be asked for, as by USSD.
 * @throws Refusal `wallet_waits`
 */
export function requireSettledPassword({ clock }: Pick<Deps, 'clock'>, user: Reset): void {
  const { passwordResetAt } = user;
  if (passwordResetAt === null) return;
  const waitMs = passwordResetAt.getTime() + DAY_MS - clock.now().getTime();
  if (waitMs > 0) throw walletWaits(passwordResetAt, waitMs);
}

function walletWaits(passwordResetAt: Date, waitMs: number): Refusal {
  return new Refusal('wallet_waits', {
    until: new Date(passwordResetAt.getTime() + DAY_MS).toISOString(),
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}

type Reset = Pick<UserRecord, 'passwordResetAt' | 'confirmsReset' | 'phoneChangedAt' | 'emailChangedAt'>;

/**
 * Returns the contact whose code confirms that money leaves the wallet within 24 hours of a password reset. It is the
 * contact that was not used for the reset, if it was proven before and has not changed for a day.
 * @returns undefined when the wallet does not wait
 * @throws Refusal `wallet_waits` when no such contact exists
 */
export function confirmsAfterReset({ clock }: Pick<Deps, 'clock'>, user: Reset): 'sms' | 'email' | undefined {
  const now = clock.now().getTime();
  const isRecent = (change: Date | null) => change !== null && now - change.getTime() < DAY_MS;
  if (user.passwordResetAt === null || !isRecent(user.passwordResetAt)) return undefined;
  const changedAt = user.confirmsReset === 'sms' ? user.phoneChangedAt : user.emailChangedAt;
  if (user.confirmsReset !== null && !isRecent(changedAt)) return user.confirmsReset;
  throw walletWaits(user.passwordResetAt, user.passwordResetAt.getTime() + DAY_MS - now);
}
