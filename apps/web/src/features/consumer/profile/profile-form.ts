import type { CallInput } from '@zawadi/contract/endpoint';
import type { updateProfile } from '@zawadi/contract/users-profile';
import type { User } from '@zawadi/contract/users';
import { personName, refineNames } from '@zawadi/contract/names';
import { emailOrNone, msisdn } from '@zawadi/contract/text';
import { z } from 'zod';

/** Editable fields. */
export const profile = z
  .object({
    firstName: personName,
    lastName: personName,
    /** Empty only while the account has none: a person can replace an address, but not remove it. */
    email: emailOrNone,
    phone: msisdn,
  })
  .superRefine(refineNames);

export type ProfileChanges = CallInput<typeof updateProfile>['body'];

/** Returns the saved values, with which the form starts and to which Cancel returns. */
export function savedProfile({
  firstName,
  lastName,
  email: address,
  phoneNumber,
}: User): z.input<typeof profile> {
  return { firstName, lastName, email: address, phone: phoneNumber };
}

/** Returns only changed values, so that another device's changes of other values survive. */
export function profileChanges(user: User, edited: z.output<typeof profile>): ProfileChanges {
  const { firstName, lastName, email: address, phone } = edited;
  return {
    ...(firstName !== user.firstName && { firstName }),
    ...(lastName !== user.lastName && { lastName }),
    ...(address !== '' && address !== user.email && { email: address }),
    ...(phone !== user.phoneNumber && { phone }),
  };
}
