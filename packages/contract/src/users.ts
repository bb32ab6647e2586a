import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  consumerName,
  language,
  opaqueToken,
  presentedPassword,
  secondFactor,
  timestamp,
  uuid,
} from './text.ts';
import { sample } from './example-values.ts';
import { nothing } from './envelope.ts';
import { passkeyAnswer } from './webauthn.ts';

export { signup, verifyEmail, verifyPhone } from './users-sign-up.ts';

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });

export type TokenPair = z.infer<typeof tokenPair>;

/**
 * A token that a browser keeps and sends at its next sign-in. It gives no access. A browser with a token does not have
 * to wait because strangers guessed passwords.
 */
export const deviceToken = opaqueToken.max(64);

export const signedIn = tokenPair.extend({ deviceToken });

export type SignedIn = z.infer<typeof signedIn>;

export const roleName = z.enum(['ROLE_USER', 'ROLE_MERCHANT', 'ROLE_ADMIN']);

export type RoleName = z.infer<typeof roleName>;

/**
 * The owner's own freeze, during which no money leaves the wallet. An administrator's freeze is the status FROZEN
 * instead.
 */
export const walletFreeze = z.object({
  since: timestamp,
  /** How the owner requested the freeze; `lost-contacts` while support replaces both contacts. */
  by: z.enum(['session', 'phone', 'call-back', 'not-me', 'lost-contacts']),
  /** When the freeze ends; null until the owner requests an end. */
  opensAt: timestamp.nullable(),
});

export type WalletFreeze = z.infer<typeof walletFreeze>;

export const user = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Empty while the account has no phone number. */
  phoneNumber: z.string(),
  role: z.object({ name: roleName }),
  notifications: z.boolean(),
  emailAlerts: z.boolean(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  status: z.enum(['ACTIVE', 'FROZEN']),
  language,
  /** A new email address whose mailed link is not used yet; null if there is none. */
  pendingEmail: z.string().nullable(),
  /** A new phone number that is not verified yet; null if there is none. */
  pendingPhone: z.string().nullable(),
  /** Whether M-PESA reported the name above as the registered name, at a pay-out to the verified phone. */
  nameVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Null while the wallet is not frozen. */
  walletFreeze: walletFreeze.nullable(),
  /** Null without a picture. */
  pictureUrl: z.string().nullable(),
});

export type User = z.infer<typeof user>;

const loginOptions = {
  rememberMe: z.boolean().default(false),
  otp: secondFactor.optional(),
  /** A passkey in place of `otp`. */
  passkey: passkeyAnswer.optional(),
  deviceToken: deviceToken.optional(),
};

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/v1/login',
  audience: 'anyone',
  tag: 'Sign-in',
  isRefusedToBlocked: true,
  summary: 'Sign in as a consumer',
  body: z.object({
    /** An email address or the verified phone number. */
    email: consumerName,
    password: presentedPassword,
    ...loginOptions,
  }),
  example: { body: { email: sample.email, password: sample.password, rememberMe: true, otp: sample.otp } },
  answer: signedIn,
  message: 'Login successful!',
  refusals: [
    'invalid_credentials',
    'two_factor_required',
    'otp_invalid',
    'passkey_refused',
    'account_frozen',
    'too_many_requests',
    'overloaded',
  ],
  bindsSession: true,
  rate: { perMinute: 600, guesses: 60 },
});

export const generatePhoneOtp = endpoint({
  method: 'POST',
  path: '/api/auth/v1/phone/generate-otp',
  audience: 'consumer',
  tag: 'Verification',
  summary: 'Send a code by SMS to the phone that waits to be verified',
  body: nothing,
  answer: nothing,
  message: 'Code sent to your phone',
  refusals: ['phone_already_verified', 'phone_not_given', 'not_available_here', 'too_many_requests'],
});

export const resendEmailVerification = endpoint({
  method: 'POST',
  path: '/api/auth/v1/email/resend',
  audience: 'consumer',
  tag: 'Verification',
  summary: 'Mail the verification link again',
  body: nothing,
  answer: nothing,
  message: 'Verification email sent',
  refusals: ['too_many_requests'],
});
