import { changePassword } from '@zawadi/contract/account-security';
import { z } from 'zod';
import { typedTwice } from '../session/password-twice.ts';

/** The form of a changed password, also of the first one after a temporary one: the old, and the new one twice. */
export const passwordChange = changePassword.body
  .extend({ confirmPassword: z.string() })
  .refine(...typedTwice('newPassword', 'Passwords do not match'));

export const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** What is sent of it. */
export function changeOf({ currentPassword, newPassword }: z.output<typeof passwordChange>) {
  return { body: { currentPassword, newPassword } };
}
