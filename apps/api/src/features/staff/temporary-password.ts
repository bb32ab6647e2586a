import { randomToken } from '../../platform/crypto/keys.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { atMost, countAttempts, hashPassword } from '../sessions/index.ts';

const PASSWORD_BYTES = 12;
// Each is a mail, to an address that somebody types.
const PASSWORDS_AN_HOUR = atMost(30, 3_600);

/**
 * A password for somebody else, who has to replace it.
 * @param makerId who makes it; at most thirty an hour
 * @throws Refusal `too_many_requests`, `overloaded`
 */
export async function newTemporaryPassword(
  deps: Pick<Deps, 'db' | 'keys'>,
  makerId: string,
): Promise<{ password: string; passwordHash: string }> {
  const words = ['temporary-password', makerId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: PASSWORDS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const password = randomToken(PASSWORD_BYTES);
  return { password, passwordHash: await hashPassword(password) };
}
