import { randomToken } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { atMost, countAttempts, hashPassword } from '../sessions/index.ts';

const PASSWORD_BYTES = 12;
// Limited, because each temporary password is mailed to an email address that the caller typed.
const PASSWORDS_AN_HOUR = atMost(30, 3_600);

/**
 * Makes a temporary password, which its recipient must replace at the first sign-in.
 * @throws Refusal `overloaded`
 */
export async function newTemporaryPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = randomToken(PASSWORD_BYTES);
  return { password, passwordHash: await hashPassword(password) };
}

/**
 * Counts a temporary password against the hourly limit; call it before making or requesting one.
 * @param makerId the administrator who makes it; at most thirty an hour
 * @throws Refusal `too_many_requests`
 */
export async function countTemporaryPassword(
  deps: Pick<Deps, 'db' | 'keys'>,
  makerId: string,
): Promise<void> {
  const words = ['temporary-password', makerId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: PASSWORDS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
}
