import { maskEmail } from '@zawadi/contract';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { deleteCodesSentTo, finishContactChange, requirePassword } from '../credentials/index.ts';
import {
  readEmailVerification,
  takeEmailVerification,
  type EmailVerification,
} from './email-verification-store.ts';
import { confirmPendingEmail, freeUnprovenEmail, type FreedEmail } from './profile-store.ts';
import { readOwnCredentials } from './credentials-store.ts';
import { findUserByEmail, markEmailVerified, readUser } from './store.ts';

type Presented = {
  token: string;
  password: string | undefined;
  /** The user of the request's session; undefined without a session. */
  signedInAs: string | undefined;
};

/**
 * Verifies the email address that a link was sent to. A waiting address becomes the account's, and the former address
 * is notified. Another account that has the address, but never proved it next to a proven phone, loses it and is
 * notified. The link proves who reads the mail, but not who made the account: that needs the account's session or
 * password.
 * @throws Refusal `verification_link_invalid` when the link is unknown, used, older than two days, or for an address
 * that is neither the account's nor waiting; `email_has_account` when another account has the address, or can restore
 * it; `password_required`, `password_wrong`, `account_frozen`, `too_many_requests`, `overloaded`
 */
export async function verifyEmailAddress(
  deps: Pick<Deps, 'db' | 'keys'>,
  presented: Presented,
): Promise<void> {
  const verification = await requireOwner(deps, presented);
  try {
    const { isChange, freed } = await inTransaction(deps.db, (tx) => confirm(tx, deps, presented.token));
    const about = { audience: 'consumer', what: 'email' } as const;
    if (isChange) securityEvent('contact.changed', { ...about, account: verification.userId });
    if (freed) securityEvent('contact.lost', { ...about, account: freed.userId });
  } catch (error) {
    const isRefused = error instanceof Refusal || isUniqueViolation(error, 'users_email_is_unique');
    throw isRefused ? await refusalOf(deps.db, verification) : error;
  }
}

async function requireOwner(
  deps: Pick<Deps, 'db' | 'keys'>,
  { token, password, signedInAs }: Presented,
): Promise<EmailVerification> {
  const verification = await readEmailVerification(deps.db, tokenHash(token));
  const owner = verification && (await readOwnCredentials(deps.db, verification.userId));
  if (!owner) throw new Refusal('verification_link_invalid');
  if (owner.id === signedInAs) return verification;
  if (password === undefined) throw new Refusal('password_required');
  await requirePassword(deps, owner, password);
  if (owner.status === 'FROZEN') throw new Refusal('account_frozen');
  return verification;
}

async function confirm(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  token: string,
): Promise<{ isChange: boolean; freed: FreedEmail | undefined }> {
  const freed = await freeUnprovenEmail(tx, tokenHash(token));
  const verification = await takeEmailVerification(tx, tokenHash(token));
  if (!verification) throw new Refusal('verification_link_invalid');
  const { userId, email } = verification;
  if (await markEmailVerified(tx, userId, email)) return { isChange: false, freed };
  if (!(await changeEmail(tx, deps, verification))) throw new Refusal('verification_link_invalid');
  if (freed) await notifyHolder(tx, deps, freed, email);
  return { isChange: true, freed };
}

/** Another account may have confirmed the address first. The caller reads mails to the address, so may learn that. */
async function refusalOf(db: Db, { userId, email }: EmailVerification): Promise<Refusal> {
  const holder = await findUserByEmail(db, email);
  const isElsewhere = holder !== undefined && holder.id !== userId;
  return new Refusal(isElsewhere ? 'email_has_account' : 'verification_link_invalid');
}

async function notifyHolder(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { userId, msisdn, language }: FreedEmail,
  email: string,
): Promise<void> {
  const data = { email: maskEmail(email) };
  await notify(tx, deps, { template: 'email-taken', data, sms: msisdn, push: { userId }, language });
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
