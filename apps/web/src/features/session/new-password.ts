import { resetPassword } from '@zawadi/contract/auth';
import { z } from 'zod';
import { isSame, typedTwice } from './password-twice.ts';

/** The reset form: what the call takes, and the password once more. */
export const newPasswordForm = resetPassword.body
  .extend({ confirmPassword: z.string() })
  .refine(isSame, typedTwice('Passwords do not match'));

export type NewPassword = z.output<typeof newPasswordForm>;
