import { z } from 'zod';
import { user } from './users.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { linkToken } from './link-tokens.ts';
import { email, language, msisdn, presentedPassword, secondFactor } from './text.ts';
import { personName, refineNames } from './names.ts';

/**
 * Omitted fields stay unchanged. A new email address is stored as `pendingEmail` until the link mailed to it is used. A
 * new phone number is stored as `pendingPhone` until it is verified. `null` cancels a pending one.
 */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/auth/v1/update-profile',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Change names, contacts, switches and language; accessToken, if given, must equal the bearer',
  body: z
    .object({
      firstName: personName.optional(),
      lastName: personName.optional(),
      email: email.optional(),
      phoneNumber: msisdn.optional(),
      /** Same as `phoneNumber`. If both are sent, `phoneNumber` applies. */
      phone: msisdn.optional(),
      notifications: z.boolean().optional(),
      emailAlerts: z.boolean().optional(),
      language: language.optional(),
      pendingEmail: z.null().optional(),
      pendingPhone: z.null().optional(),
      accessToken: z.string().max(4096).optional(),
      /** Required if the email address or phone number is neither the saved nor the pending one. */
      currentPassword: presentedPassword.optional(),
      /** Required as well while two-factor authentication is on. */
      otp: secondFactor.optional(),
    })
    .superRefine(refineNames),
  example: {
    body: {
      firstName: 'Kip',
      lastName: 'Rotich',
      email: sample.email,
      phoneNumber: sample.msisdn,
      phone: sample.msisdn,
      notifications: true,
      emailAlerts: true,
      language: 'en',
      accessToken: sample.token,
    },
  },
  answer: user,
  message: 'Profile updated successfully',
  refusals: [
    'password_required',
    'password_wrong',
    'otp_required',
    'verification_code_invalid',
    'password_reset_needed',
    'too_many_requests',
    'overloaded',
  ],
});

export const objectedChange = z.object({
  contact: z.enum(['email', 'phone']),
  /** The restored email address or phone number, masked. */
  kept: z.string(),
});
export type ObjectedChange = z.infer<typeof objectedChange>;

/** The link is in the message to the former contacts, and is valid for 72 hours. Pressing it again has no effect. */
export const objectToContactChange = endpoint({
  method: 'POST',
  path: '/api/auth/v1/contact-change/not-me',
  audience: 'anyone',
  tag: 'Account',
  summary:
    'Report a new email address or phone that the user did not request: keeps the old one, ends every session, and stops withdrawals until the password is reset; gives no access',
  body: z.object({ token: linkToken }),
  example: { body: { token: sample.token } },
  answer: objectedChange,
  message: 'Your account is safe',
  refusals: ['verification_link_invalid', 'too_many_requests'],
  rate: { perMinute: 300, guesses: 30, token: { field: 'token', perMinute: 30 } },
});
