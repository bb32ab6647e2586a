import { z } from 'zod';
import { deviceToken, signedIn } from './users.ts';
import { endpoint } from './endpoint.ts';
import { sample, sampleNewPasskey, samplePasskeyAnswer } from './example-values.ts';
import { nothing } from './envelope.ts';
import { presentedPassword, secondFactor, timestamp, uuid } from './text.ts';
import { thingName } from './thing-names.ts';
import { newPasskey, passkeyCreation, passkeyRequest } from './passkey-options.ts';
import { passkeyAnswer } from './webauthn.ts';

/** The most passkeys that one account can have. */
export const PASSKEYS_AT_MOST = 10;

const proof = { password: presentedPassword, otp: secondFactor.optional() };
const proofRefusals = [
  'password_wrong',
  'password_reset_needed',
  'otp_required',
  'verification_code_invalid',
  'too_many_requests',
  'overloaded',
] as const;
/** Origin of the pages where passkeys work; browsers refuse them at an IP address. */
const origin = z.string();

export const passkey = z.object({
  id: uuid,
  label: z.string(),
  /** Whether the device maker's cloud syncs the passkey to the person's other devices. */
  isSynced: z.boolean(),
  createdAt: timestamp,
  /** Null if the passkey was never used. */
  lastUsedAt: timestamp.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const ofEverySession = { audience: 'signed-in', tag: 'Passkeys' } as const;
/** The kind of account that the sign-in page is for. It refuses passkeys of other kinds. */
const atDoor = z.object({ audience: z.enum(['consumer', 'merchant', 'admin']) });

export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/api/account-security/v1/passkeys/sign-in/:audience/options',
  audience: 'anyone',
  tag: 'Passkeys',
  summary:
    'Get the options with which a browser asks for a passkey; the same for all users, valid for five minutes',
  params: atDoor,
  body: nothing,
  example: { params: { audience: 'consumer' } },
  answer: z.object({ options: passkeyRequest, origin }),
  refusals: ['passkeys_unavailable'],
  rate: { perMinute: 1_200, apartBy: 'audience', guesses: 'none' },
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/account-security/v1/passkeys/sign-in/:audience',
  audience: 'anyone',
  tag: 'Passkeys',
  isRefusedToBlocked: true,
  summary: 'Sign in with a passkey, which counts as both factors',
  bindsSession: true,
  params: atDoor,
  body: z.object({
    passkey: passkeyAnswer,
    rememberMe: z.boolean().default(false),
    deviceToken: deviceToken.optional(),
  }),
  example: { params: { audience: 'consumer' }, body: { passkey: samplePasskeyAnswer, rememberMe: true } },
  answer: signedIn,
  message: 'Login successful!',
  refusals: [
    'passkey_refused',
    'account_frozen',
    'merchant_not_active',
    'temporary_password_expired',
    'too_many_requests',
    'passkeys_unavailable',
  ],
  rate: { perMinute: 600, apartBy: 'audience', guesses: 60 },
});

export const listPasskeys = endpoint({
  ...ofEverySession,
  method: 'GET',
  path: '/api/account-security/v1/passkeys',
  isBeforeTwoFactor: true,
  summary: 'List my passkeys, oldest first',
  answer: z.object({ passkeys: z.array(passkey), origin }),
  refusals: [],
});

export const startPasskey = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/passkeys/options',
  isBeforeTwoFactor: true,
  summary: 'Get the options with which a browser makes a passkey; valid for five minutes, in this session',
  body: z.object(proof),
  example: { body: { password: sample.password, otp: sample.otp } },
  answer: z.object({ options: passkeyCreation }),
  refusals: ['passkeys_full', 'passkeys_unavailable', ...proofRefusals],
});

export const addPasskey = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/passkeys',
  isBeforeTwoFactor: true,
  summary: 'Add the passkey that was made; the owner is notified by mail',
  body: z.object({ passkey: newPasskey, label: thingName(80).optional() }),
  example: { body: { passkey: sampleNewPasskey, label: 'My phone' } },
  answer: passkey,
  message: 'Passkey added',
  refusals: ['passkey_invalid', 'passkey_known', 'passkeys_full', 'passkeys_unavailable'],
});

export const renamePasskey = endpoint({
  ...ofEverySession,
  method: 'PUT',
  path: '/api/account-security/v1/passkeys/:id',
  summary: 'Rename a passkey',
  params: z.object({ id: uuid }),
  body: z.object({ label: thingName(80) }),
  example: { params: { id: sample.id }, body: { label: 'My phone' } },
  answer: nothing,
  message: 'Saved',
  refusals: ['not_found'],
});

export const removePasskey = endpoint({
  ...ofEverySession,
  method: 'POST',
  path: '/api/account-security/v1/passkeys/:id/remove',
  summary: 'Remove a passkey; the owner is notified by mail',
  params: z.object({ id: uuid }),
  body: z.object(proof),
  example: { params: { id: sample.id }, body: { password: sample.password, otp: sample.otp } },
  answer: nothing,
  message: 'Passkey removed',
  refusals: ['not_found', 'passkey_last_required', ...proofRefusals],
});
