import { maskEmail, maskMsisdn, type ObjectedChange } from '@zawadi/contract';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import {
  findContactChange,
  markTakenBack,
  readChangesSince,
  type ContactChange,
} from '../credentials/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { deleteProofsOf } from './email-verification-store.ts';
import { markPasswordDoubted, lockUserRecord, restoreEmail, restorePhone } from './store.ts';

/**
 * Handles "this was not me" by a consumer. Restores the contact that the change replaced and ends every
 * session. A stranger must know the password, so until its reset it is no proof. The link gives no access,
 * and a second use has no effect.
 * @throws Refusal `verification_link_invalid` for an unknown token, or one older than 72 hours
 */
export async function objectToChange(
  deps: Pick<Deps, 'db'>,
  { token }: { token: string },
): Promise<ObjectedChange> {
  const { change, isTakenBack } = await inTransaction(deps.db, async (tx) => {
    const asked = await findContactChange(tx, 'consumer', tokenHash(token));
    if (!asked || !(await lockUserRecord(tx, asked.subjectId))) {
      throw new Refusal('verification_link_invalid');
    }
    const isFirst = await takeBackContact(tx, asked);
    if (isFirst) await markPasswordDoubted(tx, asked.subjectId);
    return { change: asked, isTakenBack: isFirst };
  });
  forgetLiveSessions(deps.db);
  const { kind, former, audience, subjectId } = change;
  if (isTakenBack) securityEvent('contact.taken-back', { audience, account: subjectId, what: kind });
  return { contact: kind, kept: kind === 'email' ? maskEmail(former) : maskMsisdn(former) };
}

/**
 * Restores the contacts from before a change, and cancels later changes with their links and codes. Lock the
 * user first.
 * @returns false when the change was already undone
 */
export async function takeBackContact(tx: Transaction, change: ContactChange): Promise<boolean> {
  const changes = await readChangesSince(tx, change);
  if (!changes.some(({ id }) => id === change.id)) return false;
  const email = changes.find(({ kind }) => kind === 'email');
  const phone = changes.find(({ kind }) => kind === 'phone');
  if (email) await restoreEmail(tx, email.id);
  if (phone) await restorePhone(tx, phone.id);
  await deleteProofsOf(tx, change.subjectId);
  // The stranger knew the password and may have added a passkey.
  await forgetPasskeys(tx, { audience: 'consumer', subjectId: change.subjectId });
  await markTakenBack(tx, changes);
  return true;
}
