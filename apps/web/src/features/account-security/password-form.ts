import { changePassword } from '@zawadi/contract/account-security';
import { z } from 'zod';
import { isSame, typedTwice } from '../session/password-twice.ts';

/** The form of Change Password: the old password, and the new one twice. */
export const passwordForm = z
  .object({
    currentPassword: changePassword.body.shape.currentPassword,
    password: changePassword.body.shape.newPassword,
    confirmPassword: z.string(),
  })
  .refine(isSame, typedTwice('Passwords do not match'));
