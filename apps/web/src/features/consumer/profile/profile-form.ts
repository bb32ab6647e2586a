import type { CallInput } from '@zawadi/contract/endpoint';
import type { updateProfile } from '@zawadi/contract/users-profile';
import type { User } from '@zawadi/contract/users';
import { personName, refineNames } from '@zawadi/contract/names';
import { emailOrNone, msisdn } from '@zawadi/contract/text';
import { z } from 'zod';

/** The editable fields of a profile. */
export const profile = z
  .object({
    firstName: personName,
    lastName: personName,
    /** May be empty only if the account has no email: a person can replace an email, but not remove it. */
    email: emailOrNone,
    phone: msisdn,
  })
  .superRefine(refineNames);

export type ProfileChanges = CallInput<typeof updateProfile>['body'];

/** Returns the saved values, which fill the form at the start and after Cancel. */
export function savedProfile({
  firstName,
  lastName,
  email: address,
  phoneNumber,
}: User): z.input<typeof profile> {
  return { firstName, lastName, email: address, phone: phoneNumber };
}

/** Returns only the changed values, so that other values changed on another device are kept. */
export function profileChanges(user: User, edited: z.output<typeof profile>): ProfileChanges {
  const { firstName, lastName, email: address, phone } = edited;
  return {
    ...(firstName !== user.firstName && { firstName }),
    ...(lastName !== user.lastName && { lastName }),
    ...(address !== '' && address !== user.email && { email: address }),
    ...(phone !== user.phoneNumber && { phone }),
  };
}
