import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { inConstantTime } from '../sessions/index.ts';
import { sendNewEmailLink } from './send-new-email-link.ts';
import { countVerificationMail, mailVerification } from './mail-verification.ts';
import { readUser } from './store.ts';

/**
 * Mails another link to the address that waits, or else to one that is not verified; nothing to do otherwise. Whether
 * another account has the address that waits, neither the answer nor its time tells.
 * @throws Refusal `too_many_requests`, `unauthenticated` when the account is gone
 */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  userId: string,
): Promise<void> {
  await inConstantTime(() => inTransaction(deps.db, (tx) => resendVerificationIn(tx, deps, userId)));
}

/** As `resendVerification`, with whatever else is done. */
export async function resendVerificationIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  userId: string,
): Promise<void> {
  const user = await readUser(tx, userId);
  if (!user) throw new Refusal('unauthenticated');
  if (user.pendingEmail !== null) return sendNewEmailLink(tx, deps, user, user.pendingEmail);
  if (user.emailVerified) return;
  await countVerificationMail(tx, deps, userId);
  await mailVerification(tx, deps, { ...user, userId });
}
