import { z } from 'zod';
import { tokenPair } from './users.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { nothing } from './envelope.ts';
import { newPassword, oneTimeCode, presentedPassword, secondFactor, timestamp, uuid } from './text.ts';

const ofEverySession = { audience: 'signed-in', tag: 'Account security' } as const;

/** Also used at the first sign-in: the temporary password is then the current one. */
export const changePassword = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/password/change',
  isBeforePasswordChange: true,
  isBeforeTwoFactor: true,
  summary: 'Set a new password; ends every session, and returns the tokens of a new one for this device',
  body: z.object({ currentPassword: presentedPassword, newPassword }),
  example: { body: { currentPassword: sample.password, newPassword: sample.newPassword } },
  answer: tokenPair,
  message: 'Password changed',
  refusals: [
    'password_common',
    'password_personal',
    'password_wrong',
    'password_reset_needed',
    'password_unchanged',
    'too_many_requests',
    'overloaded',
  ],
});

export const startTwoFactor = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/2fa/start',
  isBeforeTwoFactor: true,
  summary:
    'Make a secret for an authenticator app; it has no effect until it is enabled with a code of the app',
  body: z.object({ password: presentedPassword }),
  example: { body: { password: sample.password } },
  answer: z.object({
    /** The secret in base32, for typing into the authenticator app. */
    secret: z.string(),
    /** The secret as a URL, for a QR code. */
    otpauthUrl: z.string(),
  }),
  refusals: ['two_factor_on', 'password_wrong', 'password_reset_needed', 'too_many_requests', 'overloaded'],
});

const recoveryCodes = z.object({
  /** Ten codes, each valid for one sign-in. They are shown only once. */
  recoveryCodes: z.array(z.string()),
});

export const enableTwoFactor = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/2fa/enable',
  isBeforeTwoFactor: true,
  summary: 'Switch two-factor authentication on with a code of the app',
  body: z.object({ otp: oneTimeCode }),
  example: { body: { otp: sample.otp } },
  answer: recoveryCodes,
  message: 'Two-factor authentication is on',
  refusals: ['two_factor_on', 'two_factor_not_started', 'verification_code_invalid', 'too_many_requests'],
});

/** Changes to the second factor require both the password and a code. */
const withBothFactors = {
  body: z.object({ password: presentedPassword, otp: secondFactor }),
  example: { body: { password: sample.password, otp: sample.otp } },
  refusals: [
    'two_factor_off',
    'password_wrong',
    'password_reset_needed',
    'verification_code_invalid',
    'too_many_requests',
    'overloaded',
  ],
} as const;

export const disableTwoFactor = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/2fa/disable',
  summary: 'Switch two-factor authentication off, with a code of the app or a recovery code',
  ...withBothFactors,
  answer: nothing,
  message: 'Two-factor authentication is off',
});

export const renewRecoveryCodes = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/2fa/recovery-codes',
  summary: 'Make ten new recovery codes; the old ones stop working',
  ...withBothFactors,
  answer: recoveryCodes,
  message: 'New recovery codes made',
});

export const device = z.object({
  id: uuid,
  /** Whether this is the device that sends the request. */
  isCurrent: z.boolean(),
  /** Such as `Chrome`; empty if the browser is unknown. */
  browser: z.string(),
  /** Such as `Android`; empty if the operating system is unknown. */
  system: z.string(),
  /** Masked IP address: people recognise their own network, but do not see the whole address. */
  address: z.string(),
  signedInAt: timestamp,
  lastUsedAt: timestamp,
  getsPush: z.boolean(),
});
export type Device = z.infer<typeof device>;

export const listDevices = endpoint({
  ...ofEverySession,
  method: 'GET',
  path: '/api/account-security/v1/devices',
  summary: 'List where I am signed in: this device first, then the latest used',
  answer: z.object({ devices: z.array(device) }),
  refusals: [],
});

export const signOutDevice = endpoint({
  ...ofEverySession,
  method: 'DELETE',
  path: '/api/account-security/v1/devices/:id',
  summary: 'Sign one device out',
  params: z.object({ id: uuid }),
  example: { params: { id: sample.id } },
  answer: nothing,
  message: 'Signed out',
  refusals: ['not_found'],
});

export const signOutEverywhere = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/sign-out-everywhere',
  summary: 'End every session, including this one',
  body: nothing,
  answer: nothing,
  message: 'Signed out everywhere',
  refusals: [],
});
