import { maskEmail } from '@zawadi/contract';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../messages/messages/index.ts';
import { deleteCodesSentTo, finishContactChange, requirePassword } from '../credentials/index.ts';
import { readEmailVerification, takeEmailVerification } from './email-verification-store.ts';
import { confirmPendingEmail } from './profile-store.ts';
import { readOwnCredentials } from './credentials-store.ts';
import { markEmailVerified, readUser } from './store.ts';

type Presented = {
  token: string;
  password: string | undefined;
  /** Whose session the call came in; undefined when in none. */
  signedInAs: string | undefined;
};

/**
 * Verifies the address a link was sent to; one that waited becomes the account's, and the former one is told. The link
 * shows who reads the mail, and not that this is who made the account: that takes its session or its password.
 * @throws Refusal `verification_link_invalid` when the link is unknown, used, older than two days, of an address that
 *   is neither the account's nor waiting, or of one that another account has by now; `password_required`,
 *   `password_wrong`, `too_many_requests`, `overloaded`
 */
export async function verifyEmailAddress(
  deps: Pick<Deps, 'db' | 'keys'>,
  presented: Presented,
): Promise<void> {
  const { token } = presented;
  await requireOwner(deps, presented);
  try {
    const changedOf = await inTransaction(deps.db, async (tx) => {
      const verification = await takeEmailVerification(tx, tokenHash(token));
      if (!verification) throw new Refusal('verification_link_invalid');
      if (await markEmailVerified(tx, verification.userId, verification.email)) return undefined;
      if (await changeEmail(tx, deps, verification)) return verification.userId;
      throw new Refusal('verification_link_invalid');
    });
    if (changedOf !== undefined) {
      securityEvent('contact.changed', { audience: 'consumer', account: changedOf, what: 'email' });
    }
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_is_unique')) throw new Refusal('verification_link_invalid');
    throw error;
  }
}

async function requireOwner(
  deps: Pick<Deps, 'db' | 'keys'>,
  { token, password, signedInAs }: Presented,
): Promise<void> {
  const verification = await readEmailVerification(deps.db, tokenHash(token));
  const owner = verification && (await readOwnCredentials(deps.db, verification.userId));
  if (!owner) throw new Refusal('verification_link_invalid');
  if (owner.id === signedInAs) return;
  if (password === undefined) throw new Refusal('password_required');
  await requirePassword(deps, owner, password);
}

async function changeEmail(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const formerEmail = await confirmPendingEmail(tx, userId, email);
  if (formerEmail === undefined) return false;
  await finishContactChange(tx, { audience: 'consumer', subjectId: userId, kind: 'email', wanted: email });
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
