import type { CallInput } from '@zawadi/contract/endpoint';
import type { updateProfile } from '@zawadi/contract/users-profile';
import type { User } from '@zawadi/contract/users';
import { personName, refineNames } from '@zawadi/contract/names';
import { emailOrNone, msisdn } from '@zawadi/contract/text';
import { z } from 'zod';

/** What can be edited. */
export const profile = z
  .object({
    firstName: personName,
    lastName: personName,
    /** Empty only while the account has none: an address is replaced, never removed. */
    email: emailOrNone,
    phone: msisdn,
  })
  .superRefine(refineNames);

export type ProfileChanges = CallInput<typeof updateProfile>['body'];

/** The saved values: what the form begins with, and what Cancel goes back to. */
export function savedProfile({
  firstName,
  lastName,
  email: address,
  phoneNumber,
}: User): z.input<typeof profile> {
  return { firstName, lastName, email: address, phone: phoneNumber };
}

/** Only what is not what was saved, so that another device's change of the rest stands. */
export function profileChanges(user: User, edited: z.output<typeof profile>): ProfileChanges {
  const { firstName, lastName, email: address, phone } = edited;
  return {
    ...(firstName !== user.firstName && { firstName }),
    ...(lastName !== user.lastName && { lastName }),
    ...(address !== '' && address !== user.email && { email: address }),
    ...(phone !== user.phoneNumber && { phone }),
  };
}
