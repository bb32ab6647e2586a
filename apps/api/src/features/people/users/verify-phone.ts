import { maskMsisdn } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { mailboxOf } from '../../../platform/net/mailbox.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { requireUnblockedNumbers } from '../block-list/index.ts';
import {
  checkOneTimeCode,
  finishContactChange,
  type CodePot,
  type RightCode,
  issueOneTimeCode,
} from '../credentials/index.ts';
import { requireWaitingPhone } from './required-state.ts';
import { doesGiftWait, hasEmail, markPhoneVerified, readUser, type UserRecord } from './store.ts';

/**
 * Verifies the pending phone number. Another account that had verified the number loses it and is notified,
 * unless it has no other contact.
 * @throws Refusal `phone_already_verified` or `phone_not_given` when no number waits, `phone_has_account`
 * when the number is the only contact of another account, `not_available_here`, `verification_code_invalid`,
 * `too_many_requests`
 */
export async function verifyPhoneNumber(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: { userId: string; code: string },
): Promise<void> {
  const { userId, code } = request;
  await requireUnblockedNumbers(deps, requireWaitingPhone(await readUser(deps.db, userId)));
  const rightCode = await checkOneTimeCode(deps, { purpose: 'phone', subjectId: userId, code });
  const take = () => inTransaction(deps.db, (tx) => takeNumber(tx, deps, userId, rightCode));
  const isChange = await take().catch((error: unknown) => {
    // Another account verified the number concurrently and has committed. A second try takes the number from it.
    if (!isUniqueViolation(error, 'users_phone_is_unique')) throw error;
    return take();
  });
  if (isChange) securityEvent('contact.changed', { audience: 'consumer', account: userId, what: 'phone' });
}

/**
 * Sends a code to the phone number that waits to be verified.
 * @throws Refusal `phone_already_verified` or `phone_not_given` when no number waits, `not_available_here`,
 * `too_many_requests`
 */
export async function sendPhoneCode(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  userId: string,
): Promise<void> {
  await requireUnblockedNumbers(deps, requireWaitingPhone(await readUser(deps.db, userId)));
  await inTransaction(deps.db, (tx) => sendPhoneCodeIn(tx, deps, userId));
}

/** Does the same as `sendPhoneCode`, within the caller's transaction. */
export async function sendPhoneCodeIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  userId: string,
): Promise<void> {
  const user = await readUser(tx, userId);
  const msisdn = requireWaitingPhone(user);
  const language = user?.language;
  const pot = await potOf(tx, user, msisdn);
  const code = await issueOneTimeCode(tx, deps, { purpose: 'phone', subjectId: userId, target: msisdn, pot });
  await notify(tx, deps, { template: 'phone-otp', data: { code }, sms: msisdn, language });
}

/** An account without a proven contact may be a stranger's who names another person's phone number. */
async function potOf(tx: Transaction, user: UserRecord | undefined, msisdn: string): Promise<CodePot> {
  if (user?.phoneVerified) return { provenBy: user.phoneMsisdn };
  if (user?.emailVerified) return { provenBy: mailboxOf(user.email) };
  return (await doesGiftWait(tx, msisdn)) ? 'gift' : 'stranger';
}

/**
 * Verifies the number in the caller's transaction.
 * @returns whether the phone changed; verifying the sign-up number is no change
 */
async function takeNumber(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  userId: string,
  code: RightCode,
): Promise<boolean> {
  const owner = await markPhoneVerified(tx, userId, code);
  // The code was used after the check, or was sent to a number that no longer waits.
  if (!owner) throw new Refusal('verification_code_invalid');
  await finishContactChange(tx, {
    audience: 'consumer',
    subjectId: userId,
    kind: 'phone',
    wanted: code.target,
  });
  const { formerHolder } = owner;
  if (formerHolder && !hasEmail(formerHolder)) throw new Refusal('phone_has_account');
  if (formerHolder) await notify(tx, deps, { template: 'phone-taken', data: {}, ...formerHolder });
  if (!owner.isChange) return false;
  const { email, language } = owner;
  await notify(tx, deps, {
    template: 'phone-changed',
    data: { phone: maskMsisdn(code.target) },
    email,
    push: { userId },
    language,
  });
  return true;
}
