import { changePassword } from '@zawadi/contract/account-security';
import { z } from 'zod';
import { typedTwice } from '../session/password-twice.ts';

/** Form of a password change, also the first one after a temporary password: the old one, and the new one twice. */
export const passwordChange = changePassword.body
  .extend({ confirmPassword: z.string() })
  .refine(...typedTwice('newPassword', 'Passwords do not match'));

export const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Returns the body to send, without the repeated password. */
export function changeOf({ currentPassword, newPassword }: z.output<typeof passwordChange>) {
  return { body: { currentPassword, newPassword } };
}
