import type { HandlerInput, updateProfile, User } from '@zawadi/contract';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { steadily } from '../sessions/index.ts';
import { lockUser, type LockedUser } from './lock-user.ts';
import { updateProfile as writeProfile, type Profile } from './profile-store.ts';
import { sendNewEmailLink } from './send-new-email-link.ts';
import { describeUser, refuseOtherToken } from './user-details.ts';

type Changes = HandlerInput<typeof updateProfile>['body'];

/**
 * Changes names, switches and language at once; a new e-mail address or phone waits until it is proven. Whether
 * another account has the address, neither the answer nor its time tells.
 * @throws Refusal `unauthenticated` when a token in the body is not the bearer, `too_many_requests`
 */
export async function changeProfile(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: { userId: string; bearer: string | undefined; changes: Changes },
): Promise<User> {
  const { userId, bearer, changes } = request;
  refuseOtherToken({ bearer, accessToken: changes.accessToken });
  return steadily(async () => {
    await inTransaction(deps.db, async (tx) => {
      const user = await lockUser(tx, userId);
      const profile = changed(user, changes);
      await writeProfile(tx, userId, profile);
      if (profile.pendingEmail !== null && profile.pendingEmail !== user.pendingEmail) {
        await sendNewEmailLink(tx, deps, { ...user, ...profile }, profile.pendingEmail);
      }
    });
    return describeUser(deps.db, userId);
  });
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

// A form sends the present address along with everything else; that gives up nothing that waits.
function pendingEmailAfter(user: LockedUser, { email, pendingEmail }: Changes): string | null {
  if (email !== undefined && email !== user.email) return email;
  return pendingEmail === null ? null : user.pendingEmail;
}

function pendingPhoneAfter(user: LockedUser, { phoneNumber, phone, pendingPhone }: Changes): string | null {
  const msisdn = phoneNumber ?? phone;
  if (msisdn !== undefined && msisdn !== user.phoneMsisdn) return msisdn;
  return pendingPhone === null && user.phoneVerified ? null : user.pendingPhoneMsisdn;
}
