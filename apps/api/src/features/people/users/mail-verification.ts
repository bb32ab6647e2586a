import type { LanguageName } from '@zawadi/contract';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUnverifiedContactMessage, notify } from '../../services/messages/index.ts';
import { atMost, countAttemptsIn, type AttemptCounter, inConstantTime } from '../sessions/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import {
  deleteOldCodes,
  deleteOldContactChanges,
  deleteOldNotMeLinks,
  deleteOldResetLinks,
} from '../credentials/index.ts';
import { insertEmailVerification, deleteOldEmailVerifications } from './email-verification-store.ts';
import { hasEmail, isEmailDoubtful, readUser, findUserByEmail, type UserRecord } from './store.ts';

const LIFETIME_HOURS = 48;
const MAILS_AN_HOUR = atMost(3, 3_600);

const REMINDERS_AN_HOUR = atMost(3, 3_600);

/** An email address, and the account that wants to verify it. */
type Wanted = { userId: string; email: string; language: LanguageName };

/**
 * Mails a link that verifies an email address. Earlier links stay valid until one link is used.
 * @param template the purpose of the link: an address given at sign-up, or a new address
 */
export async function mailVerification(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: Wanted,
  template: 'verify-email' | 'confirm-new-email' = 'verify-email',
): Promise<void> {
  const { userId, email, language } = user;
  const token = randomToken();
  await insertEmailVerification(tx, {
    tokenHash: tokenHash(token),
    userId,
    email,
    lifetimeHours: LIFETIME_HOURS,
  });
  const link = `${deps.config.publicUrl}/verify-email#token=${token}`;
  await notify(tx, deps, { template, data: { link }, email, language });
}

/**
 * Counts a verification mail. @throws Refusal `too_many_requests` after three links an hour, or when strangers have
 * used up the day's mails
 */
export async function countVerificationMail(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: Pick<UserRecord, 'id' | 'phoneVerified'>,
  address: string,
): Promise<void> {
  const waitSeconds = await countAttemptsIn(tx, deps.keys, sendingsTo(user.id));
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  if (!user.phoneVerified) await countUnverifiedContactMessage(tx, deps, { channel: 'email', to: address });
}

/** Returns the counter that limits mailed verification links. */
export function verificationMailCounters(userId: string): AttemptCounter[] {
  return sendingsTo(userId);
}

/**
 * Mails another link to the pending email address, or else to the unverified one. Does nothing if the address
 * is verified. Neither the answer nor its timing reveals whether another account has the pending address.
 * @throws Refusal `too_many_requests`, `unauthenticated` when the account is gone
 */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  userId: string,
): Promise<void> {
  await inConstantTime(() => inTransaction(deps.db, (tx) => resendVerificationIn(tx, deps, userId)));
}

/** Does the same as `resendVerification`, within the caller's transaction. */
export async function resendVerificationIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  userId: string,
): Promise<void> {
  const user = await readUser(tx, userId);
  if (!user) throw new Refusal('unauthenticated');
  if (user.pendingEmail !== null) return sendNewEmailLink(tx, deps, user, user.pendingEmail);
  if (user.emailVerified || !hasEmail(user)) return;
  await countVerificationMail(tx, deps, user, user.email);
  await mailVerification(tx, deps, { ...user, userId });
}

/**
 * Mails the link that confirms an account's new email address. If another account keeps the address, its
 * owner gets a reminder instead; the answer is the same.
 * @throws Refusal `too_many_requests`
 */
export async function sendNewEmailLink(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: UserRecord,
  address: string,
): Promise<void> {
  await countVerificationMail(tx, deps, user, address);
  const wanted = { userId: user.id, email: address, language: user.language };
  const holder = await findUserByEmail(tx, address);
  if (holder && !canMove(holder, address))
    return mailHeldAddress(tx, deps, { holder, isMoving: false, wanted });
  // An account without an address gets the template for a first one.
  await mailVerification(tx, deps, wanted, hasEmail(user) ? 'confirm-new-email' : 'verify-email');
}

/**
 * Sends a mail to an email address that another account has, at most three an hour. If the link can move the
 * address to the new account, mails the link; otherwise a reminder of the existing account.
 */
export async function mailHeldAddress(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { holder, isMoving, wanted }: { holder: UserRecord; isMoving: boolean; wanted: Wanted },
): Promise<void> {
  const { email } = wanted;
  const waitSeconds = await countAttemptsIn(tx, deps.keys, [
    { words: ['account-exists', email], rule: REMINDERS_AN_HOUR },
  ]);
  if (waitSeconds > 0) return;
  if (isMoving) return mailVerification(tx, deps, wanted);
  await notify(tx, deps, { template: 'account-exists', data: {}, email, language: holder.language });
}

/**
 * Returns whether an email address moves to an account that confirms it. True if its holder never proved it
 * next to a proven phone.
 */
export function canMove(holder: UserRecord, address: string): boolean {
  return holder.email === address && isEmailDoubtful(holder);
}

/** Deletes codes and links that can no longer be used. For a daily job. */
export async function deleteExpiredCodes(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldCodes(deps.db);
  await deleteOldContactChanges(deps.db);
  await deleteOldNotMeLinks(deps.db);
  await deleteOldResetLinks(deps.db);
  await deleteOldEmailVerifications(deps.db);
}

function sendingsTo(userId: string) {
  return [{ words: ['verification-mail', userId], rule: MAILS_AN_HOUR }];
}
