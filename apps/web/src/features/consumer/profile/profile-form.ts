import type { CallInput } from '@zawadi/contract/endpoint';
import type { updateProfile } from '@zawadi/contract/users-profile';
import type { User } from '@zawadi/contract/users';
import { email, msisdn, normaliseMsisdn, personName } from '@zawadi/contract/text';
import { problemsOf, problemWith, type FieldProblems } from '../../forms/typed-fields.ts';

/** What can be edited, as it is typed. */
export type ProfileForm = { firstName: string; lastName: string; email: string; phone: string };

export type ProfileChanges = CallInput<typeof updateProfile>['body'];

/** The saved values: what the form begins with, and what Cancel goes back to. */
export function savedProfile({ firstName, lastName, email: address, phoneNumber }: User): ProfileForm {
  return { firstName, lastName, email: address, phone: phoneNumber };
}

/** The contract's sentence per field that does not fit. */
export function profileProblems(typed: ProfileForm): FieldProblems<keyof ProfileForm> {
  return problemsOf({
    firstName: problemWith(personName, typed.firstName),
    lastName: problemWith(personName, typed.lastName),
    email: problemWith(email, typed.email),
    phone: problemWith(msisdn, typed.phone),
  });
}

/** Only what is not what was saved, so that another device's change of the rest stands. */
export function profileChanges(user: User, typed: ProfileForm): ProfileChanges {
  const { firstName, lastName } = typed;
  const address = typed.email.trim().toLowerCase();
  const phone = normaliseMsisdn(typed.phone);
  return {
    ...(firstName.trim() !== user.firstName && { firstName }),
    ...(lastName.trim() !== user.lastName && { lastName }),
    ...(address !== user.email && { email: address }),
    ...(phone !== user.phoneNumber && { phone }),
  };
}
