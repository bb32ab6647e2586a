import { z } from 'zod';
import { deviceToken, signedIn } from './users.ts';
import { endpoint } from './endpoint.ts';
import { merchantStaff, staff } from './staff-roles.ts';
import { personName, presentedPassword, secondFactor, timestamp, uuid } from './text.ts';
import { newPasskey, passkeyCreation, passkeyRequest } from './passkey-options.ts';
import { passkeyAnswer } from './webauthn.ts';

/** How many one account can have. */
export const PASSKEYS_AT_MOST = 10;

const nothing = z.object({});
const proof = { password: presentedPassword, otp: secondFactor.optional() };
const proofRefusals = [
  'password_wrong',
  'password_reset_needed',
  'otp_required',
  'verification_code_invalid',
  'too_many_requests',
  'overloaded',
] as const;
/** Of the pages where passkeys work; browsers refuse them at an IP address. */
const origin = z.string();

export const passkey = z.object({
  id: uuid,
  label: z.string(),
  /** It is also with the maker of the device, and works on the person's other devices. */
  isSynced: z.boolean(),
  createdAt: timestamp,
  /** Null when it was never used. */
  lastUsedAt: timestamp.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const ofConsumers = { audience: 'consumer', tag: 'Passkeys' } as const;
const ofMerchants = { audience: 'merchant', staffRoles: merchantStaff.everybody, tag: 'Passkeys' } as const;
const ofAdministrators = { audience: 'admin', staffRoles: staff.everybody, tag: 'Passkeys' } as const;

export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/api/auth/v1/passkeys/sign-in/options',
  audience: 'anyone',
  tag: 'Passkeys',
  summary: 'What a browser needs to ask for a passkey; the same for everybody, and good for five minutes',
  body: nothing,
  answer: z.object({ options: passkeyRequest, origin }),
  refusals: ['passkeys_unavailable'],
  rate: { perMinute: 60 },
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/v1/passkeys/sign-in',
  audience: 'anyone',
  tag: 'Passkeys',
  summary: 'Sign in as a consumer with a passkey, which stands for both factors',
  bindsSession: true,
  body: z.object({
    passkey: passkeyAnswer,
    rememberMe: z.boolean().default(false),
    deviceToken: deviceToken.optional(),
  }),
  answer: signedIn,
  message: 'Login successful!',
  refusals: ['passkey_refused', 'account_frozen', 'too_many_requests', 'passkeys_unavailable'],
  rate: { perMinute: 30 },
});

export const listPasskeys = endpoint({
  ...ofConsumers,
  method: 'GET',
  path: '/api/auth/v1/passkeys',
  summary: 'My passkeys, the oldest first',
  answer: z.object({ passkeys: z.array(passkey), origin }),
  refusals: [],
});

export const startPasskey = endpoint({
  ...ofConsumers,
  method: 'POST',
  path: '/api/auth/v1/passkeys/options',
  summary: 'What a browser needs to make a passkey; good for five minutes, in this session',
  body: z.object(proof),
  answer: z.object({ options: passkeyCreation }),
  refusals: ['passkeys_full', 'passkeys_unavailable', ...proofRefusals],
});

export const addPasskey = endpoint({
  ...ofConsumers,
  method: 'POST',
  path: '/api/auth/v1/passkeys',
  summary: 'Add the passkey that was made; the owner is told by mail',
  body: z.object({ passkey: newPasskey, label: personName.optional() }),
  answer: passkey,
  message: 'Passkey added',
  refusals: ['passkey_invalid', 'passkey_known', 'passkeys_full', 'passkeys_unavailable'],
});

export const renamePasskey = endpoint({
  ...ofConsumers,
  method: 'PUT',
  path: '/api/auth/v1/passkeys/:id',
  summary: 'Give a passkey another name',
  params: z.object({ id: uuid }),
  body: z.object({ label: personName }),
  answer: nothing,
  message: 'Saved',
  refusals: ['not_found'],
});

export const removePasskey = endpoint({
  ...ofConsumers,
  method: 'POST',
  path: '/api/auth/v1/passkeys/:id/remove',
  summary: 'Remove a passkey; the owner is told by mail',
  params: z.object({ id: uuid }),
  body: z.object(proof),
  answer: nothing,
  message: 'Passkey removed',
  refusals: ['not_found', ...proofRefusals],
});

const MERCHANTS = '/api/merchants/v1/passkeys';

export const merchantPasskeySignInOptions = endpoint({
  ...passkeySignInOptions,
  path: `${MERCHANTS}/sign-in/options`,
});
export const signInMerchantByPasskey = endpoint({
  ...signInByPasskey,
  path: `${MERCHANTS}/sign-in`,
  summary: 'Sign in as one of a merchant’s people with a passkey, which stands for both factors',
  refusals: [
    'passkey_refused',
    'merchant_not_active',
    'temporary_password_expired',
    'too_many_requests',
    'passkeys_unavailable',
  ],
});
export const listMerchantPasskeys = endpoint({ ...listPasskeys, ...ofMerchants, path: MERCHANTS });
export const startMerchantPasskey = endpoint({
  ...startPasskey,
  ...ofMerchants,
  path: `${MERCHANTS}/options`,
});
export const addMerchantPasskey = endpoint({ ...addPasskey, ...ofMerchants, path: MERCHANTS });
export const renameMerchantPasskey = endpoint({ ...renamePasskey, ...ofMerchants, path: `${MERCHANTS}/:id` });
export const removeMerchantPasskey = endpoint({
  ...removePasskey,
  ...ofMerchants,
  path: `${MERCHANTS}/:id/remove`,
});

const ADMIN = '/api/admin/v1/passkeys';

export const adminPasskeySignInOptions = endpoint({
  ...passkeySignInOptions,
  path: `${ADMIN}/sign-in/options`,
});
export const signInAdminByPasskey = endpoint({
  ...signInByPasskey,
  path: `${ADMIN}/sign-in`,
  summary: 'Sign in as an administrator with a passkey, which stands for both factors',
  refusals: ['passkey_refused', 'temporary_password_expired', 'too_many_requests', 'passkeys_unavailable'],
});
export const listAdminPasskeys = endpoint({
  ...listPasskeys,
  ...ofAdministrators,
  path: ADMIN,
  isBeforeTwoFactor: true,
});
export const startAdminPasskey = endpoint({
  ...startPasskey,
  ...ofAdministrators,
  path: `${ADMIN}/options`,
  isBeforeTwoFactor: true,
});
export const addAdminPasskey = endpoint({
  ...addPasskey,
  ...ofAdministrators,
  path: ADMIN,
  isBeforeTwoFactor: true,
});
export const renameAdminPasskey = endpoint({ ...renamePasskey, ...ofAdministrators, path: `${ADMIN}/:id` });
export const removeAdminPasskey = endpoint({
  ...removePasskey,
  ...ofAdministrators,
  path: `${ADMIN}/:id/remove`,
  refusals: ['passkey_last_required', ...removePasskey.refusals],
});
