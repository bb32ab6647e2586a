import { z } from 'zod';
import { deviceToken } from './users.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { merchantCode } from './merchants.ts';
import { nothing } from './envelope.ts';
import { linkToken } from './link-tokens.ts';
import { email, msisdn, newPassword, oneTimeCode } from './text.ts';

/** A browser that has reset the password becomes a known device of the account. */
const resetAnswer = z.object({ deviceToken });

export const generatePasswordOtp = endpoint({
  method: 'POST',
  path: '/api/auth/v1/password/generate-otp',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'Mail a reset code and link if the address is known; the answer is the same for every address',
  body: z.object({ email, deviceToken: deviceToken.optional() }),
  example: { body: { email: sample.email } },
  answer: nothing,
  message: 'Reset code sent to your email',
  refusals: ['too_many_requests'],
  rate: { perMinute: 60, guesses: 'none' },
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/v1/password/reset',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'Set a new password with the mailed code; ends every session',
  body: z.object({ email, otp: oneTimeCode, password: newPassword }),
  example: { body: { email: sample.email, otp: sample.otp, password: sample.newPassword } },
  answer: resetAnswer,
  message: 'Password reset successful',
  refusals: [
    'password_common',
    'password_personal',
    'verification_code_invalid',
    'reset_link_only',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 120, guesses: 30 },
});

export const generatePhonePasswordOtp = endpoint({
  method: 'POST',
  path: '/api/auth/v1/password/generate-phone-otp',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'Send a reset code by SMS if the number is proven; the answer is the same for every number',
  body: z.object({ phone: msisdn, deviceToken: deviceToken.optional() }),
  example: { body: { phone: sample.msisdn } },
  answer: nothing,
  message: 'Reset code sent to your phone',
  refusals: ['too_many_requests'],
  rate: { perMinute: 60, guesses: 'none' },
});

export const resetPasswordByPhone = endpoint({
  ...resetPassword,
  path: '/api/auth/v1/password/reset-by-phone',
  summary:
    'Set a new password with the code from the SMS; ends every session, and keeps second factor and passkeys',
  body: z.object({ phone: msisdn, otp: oneTimeCode, password: newPassword }),
  example: { body: { phone: sample.msisdn, otp: sample.otp, password: sample.newPassword } },
  refusals: [...resetPassword.refusals, 'reset_needs_email', 'sim_not_checked'],
});

export const resetPasswordByLink = endpoint({
  method: 'POST',
  path: '/api/auth/v1/password/reset-by-link',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'Set a new password with the token of the link in the email; ends every session',
  body: z.object({ token: linkToken, password: newPassword }),
  example: { body: { token: sample.token, password: sample.newPassword } },
  answer: resetAnswer,
  message: 'Password reset successful',
  refusals: [
    'password_common',
    'password_personal',
    'verification_link_invalid',
    'reset_needs_email',
    'sim_not_checked',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 120, guesses: 30, token: { field: 'token', perMinute: 10 } },
});

export const generateAdminPasswordOtp = endpoint({
  ...generatePasswordOtp,
  path: '/api/account-security/v1/administrators/password/generate-otp',
  tag: 'Administrator account',
});

export const resetAdminPassword = endpoint({
  ...resetPassword,
  path: '/api/account-security/v1/administrators/password/reset',
  tag: 'Administrator account',
});

export const resetAdminPasswordByLink = endpoint({
  ...resetPasswordByLink,
  path: '/api/account-security/v1/administrators/password/reset-by-link',
  tag: 'Administrator account',
});

export const generateMerchantPasswordOtp = endpoint({
  ...generatePasswordOtp,
  path: '/api/account-security/v1/merchants/password/generate-otp',
  tag: 'Merchant account',
  summary:
    'Mail a reset code if merchant code and email address belong together; the answer is always the same',
  body: z.object({ merchantCode, email, deviceToken: deviceToken.optional() }),
  example: { body: { merchantCode: sample.merchantCode, email: sample.email } },
});

export const resetMerchantPassword = endpoint({
  ...resetPassword,
  path: '/api/account-security/v1/merchants/password/reset',
  tag: 'Merchant account',
  body: z.object({ merchantCode, email, otp: oneTimeCode, password: newPassword }),
  example: {
    body: {
      merchantCode: sample.merchantCode,
      email: sample.email,
      otp: sample.otp,
      password: sample.newPassword,
    },
  },
});

export const resetMerchantPasswordByLink = endpoint({
  ...resetPasswordByLink,
  path: '/api/account-security/v1/merchants/password/reset-by-link',
  tag: 'Merchant account',
});
