import { signup } from '@zawadi/contract/users';
import { z } from 'zod';
import { isSame, typedTwice } from './password-twice.ts';

/** The sign-up form: what the call takes, the password once more, and consent. */
export const registration = signup.body
  .extend({
    confirmPassword: z.string(),
    hasAgreed: z
      .boolean()
      .refine((hasAgreed) => hasAgreed, { error: 'Please agree to the terms and conditions' }),
  })
  .refine(isSame, typedTwice("Passwords don't match"));

export type Registration = z.output<typeof registration>;
