import {
  maskEmail,
  maskMsisdn,
  problemOfNames,
  type HandlerInput,
  type updateProfile,
  type User,
} from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { notify } from '../../services/messages/index.ts';
import { openContactChange, requireCodeOf, requirePassword } from '../credentials/index.ts';
import { inConstantTime } from '../sessions/index.ts';
import { consumerHolder } from './holder.ts';
import { lockUser, type LockedUser } from './required-state.ts';
import { readFormerContacts, updateProfile as writeProfile, type Profile } from './profile-store.ts';
import { sendNewEmailLink } from './mail-verification.ts';
import { hasEmail, isEmailDoubtful, readUser } from './store.ts';
import { describeUser, refuseOtherToken } from './user-details.ts';

type Changes = HandlerInput<typeof updateProfile>['body'];

/**
 * Changes names, switches and language at once. A new email address or phone needs the password, and waits until it
 * is proven. Neither the answer nor its timing reveals whether another account has the email address.
 * @throws Refusal `validation_failed`, `unauthenticated` when a token in the body is not the bearer,
 * `password_required`, `password_wrong`, `otp_required` and `verification_code_invalid` while a second factor is on,
 * `password_reset_needed`, `too_many_requests`, `overloaded`
 */
export async function changeProfile(
  deps: Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>,
  request: { userId: string; bearer: string | undefined; changes: Changes },
): Promise<User> {
  const { userId, bearer, changes } = request;
  refuseOtherToken({ bearer, accessToken: changes.accessToken });
  const isProven = await proveOwner(deps, userId, changes);
  return inConstantTime(async () => {
    const asked = await inTransaction(deps.db, async (tx) => {
      const user = await lockUser(tx, userId);
      const profile = changed(user, changes);
      if (changes.firstName !== undefined || changes.lastName !== undefined) requireNames(profile);
      // The same contact was waiting at the check and has been cancelled since, so it needs the password.
      if (!isProven && hasNewContact(user, profile)) throw new Refusal('password_required');
      await notifyOldContacts(tx, deps, user, profile);
      await writeProfile(tx, userId, profile);
      if (profile.pendingEmail !== null && profile.pendingEmail !== user.pendingEmail) {
        await sendNewEmailLink(tx, deps, { ...user, ...profile }, profile.pendingEmail);
      }
      return newContacts(user, profile);
    });
    for (const what of asked) {
      securityEvent('contact.change-asked', { audience: 'consumer', account: userId, what });
    }
    return describeUser(deps.db, userId);
  });
}

/**
 * Checks the password if the changes contain a new contact.
 * @returns whether the password was required
 */
async function proveOwner(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  userId: string,
  changes: Changes,
): Promise<boolean> {
  const user = await readUser(deps.db, userId);
  if (!user || !hasNewContact(user, changed(user, changes))) return false;
  if (changes.currentPassword === undefined) throw new Refusal('password_required');
  const holder = await consumerHolder(deps.db, userId);
  await requirePassword(deps, holder, changes.currentPassword);
  await requireCodeOf(deps, holder, changes.otp);
  return true;
}

/** Requires that first and last name together make a good name; either may be the saved one. */
function requireNames(profile: Profile): void {
  const problem = problemOfNames(profile);
  if (problem) throw new Refusal('validation_failed', { fields: [problem] }, problem.message);
}

function hasNewContact(user: LockedUser, profile: Profile): boolean {
  return newContacts(user, profile).length > 0;
}

function newContacts(user: LockedUser, { pendingEmail, pendingPhoneMsisdn }: Profile): string[] {
  const isNewEmail = pendingEmail !== null && pendingEmail !== user.pendingEmail;
  const isNewPhone = pendingPhoneMsisdn !== null && pendingPhoneMsisdn !== user.pendingPhoneMsisdn;
  return [...(isNewEmail ? ['email'] : []), ...(isNewPhone ? ['phone'] : [])];
}

function changed(user: LockedUser, changes: Changes): Profile {
  return {
    firstName: changes.firstName ?? user.firstName,
    lastName: changes.lastName ?? user.lastName,
    notifications: changes.notifications ?? user.notifications,
    emailAlerts: changes.emailAlerts ?? user.emailAlerts,
    language: changes.language ?? user.language,
    pendingEmail: pendingEmailAfter(user, changes),
    pendingPhoneMsisdn: pendingPhoneAfter(user, changes),
  };
}

// The form always sends the current email address, which must not cancel a waiting one.
function pendingEmailAfter(user: LockedUser, { email, pendingEmail }: Changes): string | null {
  if (email !== undefined && email !== user.email) return email;
  if (!hasEmail(user)) return user.pendingEmail;
  return pendingEmail === null ? null : user.pendingEmail;
}

function pendingPhoneAfter(user: LockedUser, { phoneNumber, phone, pendingPhone }: Changes): string | null {
  const msisdn = phoneNumber ?? phone;
  if (msisdn !== undefined && msisdn !== user.phoneMsisdn) return msisdn;
  return pendingPhone === null && user.phoneVerified ? null : user.pendingPhoneMsisdn;
}

/**
 * Notifies the current email address and the verified phone of a requested new contact, with a "this was not
 * me" link. Notifies them before the change, while they are still the account's contacts.
 * @throws Refusal `too_many_requests`
 */
async function notifyOldContacts(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: LockedUser,
  { pendingEmail, pendingPhoneMsisdn }: Profile,
): Promise<void> {
  if (pendingEmail !== null && pendingEmail !== user.pendingEmail) {
    await tell(tx, deps, user, { contact: 'email', wanted: pendingEmail, masked: maskEmail(pendingEmail) });
  }
  if (pendingPhoneMsisdn !== null && pendingPhoneMsisdn !== user.pendingPhoneMsisdn) {
    const masked = maskMsisdn(pendingPhoneMsisdn);
    await tell(tx, deps, user, { contact: 'phone', wanted: pendingPhoneMsisdn, masked });
  }
}

async function tell(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: LockedUser,
  { contact, wanted, masked }: { contact: 'email' | 'phone'; wanted: string; masked: string },
): Promise<void> {
  const former = (await readFormerContacts(tx, user.id))[contact];
  const change = { audience: 'consumer', subjectId: user.id, ...former, wanted } as const;
  const token = await openContactChange(tx, deps, change);
  const { email, language } = user;
  await notify(tx, deps, {
    template: 'contact-change-asked',
    data: { contact, wanted: masked, link: `${deps.config.publicUrl}/not-me#token=${token}` },
    // An unproven email address may be another person's, who could stop the owner's change.
    email: isEmailDoubtful(user) ? undefined : email,
    sms: user.phoneVerified ? user.phoneMsisdn : undefined,
    language,
  });
}
