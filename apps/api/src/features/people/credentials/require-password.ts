import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import {
  atMost,
  clearAttempts,
  countAttempts,
  isPasswordOf,
  NO_PASSWORD,
  type AttemptCounter,
} from '../sessions/index.ts';
import type { Holder } from './holder.ts';

const TRIES_AN_HOUR = atMost(10, 3_600);

/**
 * Checks the password of a signed-in user; ten tries an hour. Never answers 401, on which the browser would
 * refresh the session.
 * @throws Refusal `password_wrong`, `password_reset_needed`, `too_many_requests`, `overloaded`
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'keys'>,
  { id, passwordHash, isPasswordDoubted }: Pick<Holder, 'id' | 'passwordHash' | 'isPasswordDoubted'>,
  password: string,
): Promise<void> {
  // The account was made with a passkey and has no password. "Forgot password?" sets the first one.
  if (passwordHash === NO_PASSWORD) throw new Refusal('password_reset_needed');
  const words = triesOf(id);
  const waitSeconds = await countAttempts(deps, [{ words, rule: TRIES_AN_HOUR }]);
  if (waitSeconds > 0) {
    securityEvent('locked-out', { account: id, what: 'password' });
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  if (!(await isPasswordOf(passwordHash, password))) {
    securityEvent('password.wrong', { account: id });
    throw new Refusal('password_wrong');
  }
  await clearAttempts(deps.db, deps.keys, ...words);
  if (isPasswordDoubted) throw new Refusal('password_reset_needed');
}

/** Returns the counter that limits attempts to confirm the password. */
export function passwordCounters(id: string): AttemptCounter[] {
  return [{ words: triesOf(id), rule: TRIES_AN_HOUR }];
}

function triesOf(id: string): string[] {
  return ['password-try', id];
}
