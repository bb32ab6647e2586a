import { changePassword } from '@zawadi/contract/account-security';
import type { z } from 'zod';
import { repeatedPassword, typedTwice } from '../session/password-twice.ts';

/** Form that changes a password: the old password, and the new one twice. Also used after a temporary password. */
export const passwordChange = changePassword.body
  .extend({ confirmPassword: repeatedPassword })
  .refine(...typedTwice('newPassword', 'Passwords do not match'));

export const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Returns the request body, without the repeated password. */
export function changeOf({ currentPassword, newPassword }: z.output<typeof passwordChange>) {
  return { body: { currentPassword, newPassword } };
}
