import type { AdminUser } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import {
  atMost,
  clearLocks,
  countAttemptsIn,
  endAllDevices,
  forgetLiveSessions,
} from '../../people/sessions/index.ts';
import { resendVerificationIn, sendPhoneCodeIn, type UserRecord } from '../../people/users/index.ts';
import { describeUser } from './describe-user.ts';
import { lockedUser } from './locked-user.ts';
import { watchedOf } from './watched.ts';

type HelpDeps = Pick<Deps, 'db' | 'keys' | 'config'>;
type Request = { userId: string; auditor: Auditor };

// Each unlock gives an attacker all attempts again.
const UNLOCKS_AN_HOUR = atMost(5, 3_600);

/**
 * Unlocks a user who is locked after too many failed attempts.
 * @throws Refusal `not_found`, `too_many_requests`
 */
export async function unlockUser(
  deps: HelpDeps,
  { userId, reason, auditor }: Request & { reason: string },
): Promise<AdminUser> {
  const { locks } = await describeUser(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    const user = await lockedUser(tx, userId);
    await countUnlock(tx, deps, userId);
    await clearLocks({ db: tx, keys: deps.keys }, Object.values(watchedOf({ userId, ...user })).flat());
    await recordAudit(tx, auditor, {
      action: 'user.unlocked',
      subjectKind: 'user',
      subjectId: userId,
      reason,
      before: Object.fromEntries(locks.map(({ kind, tries, waitSeconds }) => [kind, { tries, waitSeconds }])),
    });
  });
  return describeUser(deps, userId);
}

async function countUnlock(tx: Transaction, { keys }: Pick<Deps, 'keys'>, userId: string): Promise<void> {
  const words = ['unlock', userId];
  const waitSeconds = await countAttemptsIn(tx, keys, [{ words, rule: UNLOCKS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
}

/**
 * Resends the link or code that an unverified contact needs, under the same limits as the user's own requests.
 * @throws Refusal `not_found`, `contact_verified`, `too_many_requests`
 */
export async function sendVerification(
  deps: HelpDeps,
  { userId, contact, auditor }: Request & { contact: 'email' | 'phone' },
): Promise<AdminUser> {
  await inTransaction(deps.db, async (tx) => {
    if (!isWaiting(await lockedUser(tx, userId), contact)) throw new Refusal('contact_verified');
    if (contact === 'email') await resendVerificationIn(tx, deps, userId);
    else await sendPhoneCodeIn(tx, deps, userId);
    await recordAudit(tx, auditor, {
      action: 'user.verification-sent',
      subjectKind: 'user',
      subjectId: userId,
      after: { contact },
    });
  });
  return describeUser(deps, userId);
}

/**
 * Signs a user out everywhere, for example after the loss of a phone.
 * @throws Refusal `not_found`
 */
export async function signOutUser(
  deps: HelpDeps,
  { userId, reason, auditor }: Request & { reason: string },
): Promise<AdminUser> {
  await inTransaction(deps.db, async (tx) => {
    const { email, language } = await lockedUser(tx, userId);
    await endAllDevices(tx, { audience: 'consumer', subjectId: userId });
    await notify(tx, deps, { template: 'account-signed-out', data: {}, email, language });
    await recordAudit(tx, auditor, {
      action: 'user.signed-out',
      subjectKind: 'user',
      subjectId: userId,
      reason,
    });
  });
  securityEvent('session.signed-out', { audience: 'consumer', account: userId, what: 'by-support' });
  forgetLiveSessions(deps.db);
  return describeUser(deps, userId);
}

function isWaiting(user: UserRecord, contact: 'email' | 'phone'): boolean {
  if (contact === 'phone') return user.pendingPhoneMsisdn !== null;
  return user.pendingEmail !== null || !user.emailVerified;
}
