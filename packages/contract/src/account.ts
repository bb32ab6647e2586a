import { z } from 'zod';
import { tokenPair } from './users.ts';
import { endpoint } from './endpoint.ts';
import {
  newPassword,
  oneTimeCode,
  opaqueToken,
  presentedPassword,
  secondFactor,
  timestamp,
  uuid,
} from './text.ts';

const nothing = z.object({});

/** What a picture may weigh before we make it small. */
export const PICTURE_BYTES_AT_MOST = 5 * 1024 * 1024;
export const PICTURE_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/v1/password/change',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Set a new password; ends every session, and answers the tokens of a new one for this device',
  body: z.object({ currentPassword: presentedPassword, newPassword }),
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

/** The picture itself is the body, with its own media type. */
export const putPicture = endpoint({
  method: 'POST',
  path: '/api/auth/v1/picture',
  audience: 'consumer',
  tag: 'Account',
  summary:
    'Set the profile picture; it is cut to a square of 256 pixels, and all it said about itself is dropped',
  upload: { mediaTypes: PICTURE_MEDIA_TYPES, maximumBytes: PICTURE_BYTES_AT_MOST },
  body: z.file({ error: 'Please choose a picture' }),
  answer: z.object({ pictureUrl: z.string() }),
  message: 'Picture saved',
  refusals: [
    'picture_unreadable',
    'body_too_large',
    'unsupported_media_type',
    'too_many_requests',
    'overloaded',
  ],
});

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/api/auth/v1/picture',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Remove the profile picture; none is no error',
  answer: nothing,
  message: 'Picture removed',
  refusals: [],
});

/** The address in `pictureUrl`. Its name is random, and another one after every change. */
export const readPicture = endpoint({
  method: 'GET',
  path: '/api/users/v1/pictures/:name',
  audience: 'anyone',
  tag: 'Account',
  summary: 'A profile picture, as image/webp',
  params: z.object({ name: opaqueToken }),
  answer: z.unknown(),
  refusals: ['not_found'],
});

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/v1/2fa/start',
  audience: 'consumer',
  tag: 'Two-factor authentication',
  summary: 'Make a secret for an authenticator app; nothing is on until it is enabled with a code of the app',
  body: z.object({ password: presentedPassword }),
  answer: z.object({
    /** In base32, for typing. */
    secret: z.string(),
    /** For a QR code. */
    otpauthUrl: z.string(),
  }),
  refusals: ['two_factor_on', 'password_wrong', 'password_reset_needed', 'too_many_requests', 'overloaded'],
});

const recoveryCodes = z.object({
  /** Ten, each good for one sign-in. They are shown this once. */
  recoveryCodes: z.array(z.string()),
});

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/v1/2fa/enable',
  audience: 'consumer',
  tag: 'Two-factor authentication',
  summary: 'Switch two-factor authentication on with a code of the app',
  body: z.object({ otp: oneTimeCode }),
  answer: recoveryCodes,
  message: 'Two-factor authentication is on',
  refusals: ['two_factor_on', 'two_factor_not_started', 'verification_code_invalid', 'too_many_requests'],
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/v1/2fa/disable',
  audience: 'consumer',
  tag: 'Two-factor authentication',
  summary: 'Switch two-factor authentication off, with a code of the app or a recovery code',
  body: z.object({ password: presentedPassword, otp: secondFactor }),
  answer: nothing,
  message: 'Two-factor authentication is off',
  refusals: [
    'two_factor_off',
    'password_wrong',
    'password_reset_needed',
    'verification_code_invalid',
    'too_many_requests',
    'overloaded',
  ],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/v1/2fa/recovery-codes',
  audience: 'consumer',
  tag: 'Two-factor authentication',
  summary: 'Make ten new recovery codes; the old ones die',
  body: z.object({ password: presentedPassword, otp: secondFactor }),
  answer: recoveryCodes,
  message: 'New recovery codes made',
  refusals: [
    'two_factor_off',
    'password_wrong',
    'password_reset_needed',
    'verification_code_invalid',
    'too_many_requests',
    'overloaded',
  ],
});

export const device = z.object({
  id: uuid,
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Such as `Chrome`; empty when unknown. */
  browser: z.string(),
  /** Such as `Android`; empty when unknown. */
  system: z.string(),
  /** Masked: enough to recognise one's own network. */
  address: z.string(),
  signedInAt: timestamp,
  lastUsedAt: timestamp,
  getsPush: z.boolean(),
});
export type Device = z.infer<typeof device>;

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/auth/v1/devices',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Where I am signed in: this device first, then the latest used',
  answer: z.object({ devices: z.array(device) }),
  refusals: [],
});

export const signOutDevice = endpoint({
  method: 'DELETE',
  path: '/api/auth/v1/devices/:id',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Sign one device out',
  params: z.object({ id: uuid }),
  answer: nothing,
  message: 'Signed out',
  refusals: ['not_found'],
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/v1/sign-out-everywhere',
  audience: 'consumer',
  tag: 'Account',
  summary: 'End every session, this one too',
  body: nothing,
  answer: nothing,
  message: 'Signed out everywhere',
  refusals: [],
});

/** Answers a JSON file, not an envelope. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/auth/v1/export',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Everything we keep about me, as a file of JSON',
  body: nothing,
  answer: z.unknown(),
  refusals: ['too_many_requests'],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/v1/delete-account',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Delete my account for good; needs an empty wallet and no open payment',
  body: z.object({ password: presentedPassword, otp: secondFactor.optional() }),
  answer: nothing,
  message: 'Your account was deleted',
  refusals: [
    'password_wrong',
    'password_reset_needed',
    'otp_required',
    'verification_code_invalid',
    'wallet_not_empty',
    'payment_open',
    'too_many_requests',
    'overloaded',
  ],
});
