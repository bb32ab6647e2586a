import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { atMost, countAttemptsIn } from '../sessions/index.ts';
import { mailVerification } from './mail-verification.ts';
import { readUser } from './store.ts';

const MAILS_AN_HOUR = atMost(3, 3_600);

/**
 * Mails another link; nothing to do for an address that is verified.
 * @throws Refusal `too_many_requests`, `unauthenticated` when the account is gone
 */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  userId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await readUser(tx, userId);
    if (!user) throw new Refusal('unauthenticated');
    if (user.emailVerified) return;
    const waitSeconds = await countAttemptsIn(tx, deps.keys, [
      { words: ['verification-mail', userId], rule: MAILS_AN_HOUR },
    ]);
    if (waitSeconds > 0) {
      throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
    }
    await mailVerification(tx, deps, { ...user, userId });
  });
}
