import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { sample } from './example-values.ts';
import { linkToken } from './link-tokens.ts';
import { email, language, msisdn, newPassword, oneTimeCode, presentedPassword } from './text.ts';
import { personName, refineNames } from './names.ts';

// In a file of its own, so that only forms load its checks.

export const signup = endpoint({
  method: 'POST',
  path: '/api/auth/v1/signup',
  audience: 'anyone',
  tag: 'Sign-in',
  isRefusedToBlocked: true,
  summary: 'Create a consumer account; a known email gets the same answer',
  body: z
    .object({
      firstName: personName,
      lastName: personName,
      email,
      phoneNumber: msisdn,
      password: newPassword,
      /** Language of our messages to this user. */
      language: language.default('en'),
    })
    .superRefine(refineNames),
  example: {
    body: {
      firstName: 'Kip',
      lastName: 'Rotich',
      email: sample.email,
      phoneNumber: sample.msisdn,
      password: sample.newPassword,
    },
  },
  answer: nothing,
  message: 'Account created successfully!',
  refusals: ['password_common', 'password_personal', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 120, guesses: 'none' },
});

export const verifyPhone = endpoint({
  method: 'POST',
  path: '/api/auth/v1/phone/verify',
  audience: 'consumer',
  tag: 'Verification',
  summary: 'Verify the phone with the code; takes the number from another account that also has an email',
  body: z.object({ otp: oneTimeCode }),
  example: { body: { otp: sample.otp } },
  answer: nothing,
  message: 'Phone verified',
  refusals: [
    'verification_code_invalid',
    'phone_already_verified',
    'phone_has_account',
    'phone_not_given',
    'not_available_here',
    'too_many_requests',
  ],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/v1/email/verify',
  audience: 'anyone',
  tag: 'Verification',
  summary:
    'Verify an email address with the token of the mailed link; outside a session of that account the password is required',
  takesSession: true,
  body: z.object({ token: linkToken, password: presentedPassword.optional() }),
  example: { body: { token: sample.token } },
  answer: nothing,
  message: 'Email verified',
  refusals: [
    'verification_link_invalid',
    'account_frozen',
    'email_has_account',
    'password_required',
    'password_wrong',
    'password_reset_needed',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 300, guesses: 30, token: { field: 'token', perMinute: 30 } },
});
