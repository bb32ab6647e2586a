import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  consumerName,
  email,
  language,
  msisdn,
  newPassword,
  oneTimeCode,
  opaqueToken,
  humanName,
  presentedPassword,
  secondFactor,
  uuid,
} from './text.ts';
import { sample } from './example-values.ts';
import { nothing } from './envelope.ts';
import { passkeyAnswer } from './webauthn.ts';

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });

export type TokenPair = z.infer<typeof tokenPair>;

/** What a browser keeps and sends along the next time. It opens nothing; what strangers guess does not hold it up. */
export const deviceToken = opaqueToken.max(64);

export const signedIn = tokenPair.extend({ deviceToken });

export type SignedIn = z.infer<typeof signedIn>;

export const roleName = z.enum(['ROLE_USER', 'ROLE_MERCHANT', 'ROLE_ADMIN']);

export type RoleName = z.infer<typeof roleName>;

export const user = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Empty while the account has none. */
  phoneNumber: z.string(),
  role: z.object({ name: roleName }),
  notifications: z.boolean(),
  emailAlerts: z.boolean(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  status: z.enum(['ACTIVE', 'FROZEN']),
  language,
  /** An address that waits for its mailed link to be used; null when none does. */
  pendingEmail: z.string().nullable(),
  /** A number that waits to replace the verified one; null when none does. */
  pendingPhone: z.string().nullable(),
  /** M-PESA's registered name of a pay-out to the verified phone is the name above. */
  nameVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Null when there is no picture. */
  pictureUrl: z.string().nullable(),
});

export type User = z.infer<typeof user>;

const loginOptions = {
  rememberMe: z.boolean().default(false),
  otp: secondFactor.optional(),
  /** In place of `otp`. */
  passkey: passkeyAnswer.optional(),
  deviceToken: deviceToken.optional(),
};

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/v1/login',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'Sign in as a consumer',
  body: z.object({
    /** The verified phone number does as well. */
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
  rate: { perMinute: 30 },
});

export const signup = endpoint({
  method: 'POST',
  path: '/api/auth/v1/signup',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'Create a consumer account; a known email gets the same answer',
  body: z.object({
    firstName: humanName,
    lastName: humanName,
    email,
    phoneNumber: msisdn,
    password: newPassword,
    /** Of the messages we send. */
    language: language.default('en'),
  }),
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
  rate: { perMinute: 10 },
});

export const userDetails = endpoint({
  method: 'POST',
  path: '/api/auth/v1/user-details',
  audience: 'consumer',
  tag: 'Sign-in',
  summary: 'The signed-in consumer; accessToken, when given, must equal the bearer',
  body: z.object({ accessToken: z.string().max(4096).optional() }),
  example: { body: { accessToken: sample.token } },
  answer: user,
  refusals: [],
});

export const generatePhoneOtp = endpoint({
  method: 'POST',
  path: '/api/auth/v1/phone/generate-otp',
  audience: 'consumer',
  tag: 'Verification',
  summary: 'Send a code by SMS to the phone waiting to be verified',
  body: nothing,
  answer: nothing,
  message: 'Code sent to your phone',
  refusals: ['phone_already_verified', 'phone_not_given', 'too_many_requests'],
});

export const verifyPhone = endpoint({
  method: 'POST',
  path: '/api/auth/v1/phone/verify',
  audience: 'consumer',
  tag: 'Verification',
  summary: 'Verify the phone with the code; takes the number from any other account',
  body: z.object({ otp: oneTimeCode }),
  example: { body: { otp: sample.otp } },
  answer: nothing,
  message: 'Phone verified',
  refusals: ['verification_code_invalid', 'phone_already_verified', 'phone_not_given', 'too_many_requests'],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/v1/email/verify',
  audience: 'anyone',
  tag: 'Verification',
  summary:
    'Verify an email address with the token of the mailed link; outside a session of that account the password is needed',
  takesSession: true,
  body: z.object({ token: opaqueToken, password: presentedPassword.optional() }),
  example: { body: { token: sample.token } },
  answer: nothing,
  message: 'Email verified',
  refusals: [
    'verification_link_invalid',
    'password_required',
    'password_wrong',
    'password_reset_needed',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 30 },
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
