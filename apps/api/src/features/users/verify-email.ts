import { maskEmail } from '@zawadi/contract';
import { tokenHash } from '../../platform/crypto/keys.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { inTransaction, isUniqueViolation } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { deleteCodesSentTo } from '../credentials/index.ts';
import { notify } from '../notifications/index.ts';
import { takeEmailVerification } from './email-verification-store.ts';
import { confirmPendingEmail } from './profile-store.ts';
import { markEmailVerified, readUser } from './store.ts';

/**
 * Verifies the address a link was sent to; one that waited becomes the account's, and the former one is told.
 * @throws Refusal `verification_link_invalid` when the link is unknown, used, older than two days, of an address that
 *   is neither the account's nor waiting, or of one that another account has by now
 */
export async function verifyEmailAddress(deps: Pick<Deps, 'db' | 'keys'>, token: string): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const verification = await takeEmailVerification(tx, tokenHash(token));
      const isDone =
        verification &&
        ((await markEmailVerified(tx, verification.userId, verification.email)) ||
          (await changeEmail(tx, deps, verification)));
      if (isDone !== true) throw new Refusal('verification_link_invalid');
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_is_unique')) throw new Refusal('verification_link_invalid');
    throw error;
  }
}

async function changeEmail(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const formerEmail = await confirmPendingEmail(tx, userId, email);
  if (formerEmail === undefined) return false;
  await deleteCodesSentTo(tx, userId, formerEmail);
  await notify(tx, deps, {
    template: 'email-changed',
    data: { newEmail: maskEmail(email) },
    email: formerEmail,
    push: { userId },
    language: (await readUser(tx, userId))?.language,
  });
  return true;
}
