import { z } from 'zod';
import { deviceToken, signedIn } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { staff, staffRole } from './staff-roles.ts';
import { email, presentedPassword, secondFactor, uuid } from './text.ts';
import { passkeyAnswer } from './webauthn.ts';

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/v1/login',
  audience: 'anyone',
  tag: 'Administration',
  summary: 'Sign in as an administrator',
  body: z.object({
    email,
    password: presentedPassword,
    rememberMe: z.boolean().default(false),
    otp: secondFactor.optional(),
    /** In place of `otp`. */
    passkey: passkeyAnswer.optional(),
    deviceToken: deviceToken.optional(),
  }),
  answer: signedIn,
  message: 'Login successful!',
  refusals: [
    'invalid_credentials',
    'temporary_password_expired',
    'two_factor_required',
    'otp_invalid',
    'passkey_refused',
    'too_many_requests',
    'overloaded',
  ],
  bindsSession: true,
  rate: { perMinute: 30 },
});

export const administrator = z.object({
  staffId: uuid,
  name: z.string(),
  email: z.string(),
  staffRole,
  twoFactorEnabled: z.boolean(),
  /** The password is a temporary one: nothing else is possible before it is replaced. */
  mustChangePassword: z.boolean(),
  /** A second factor is required here and there is none yet: nothing else is possible before it is enrolled. */
  mustEnrolTwoFactor: z.boolean(),
  /** A passkey is required here and there is none yet: nothing else is possible before one is added. */
  mustAddPasskey: z.boolean(),
});
export type Administrator = z.infer<typeof administrator>;

export const administratorDetails = endpoint({
  method: 'GET',
  path: '/api/admin/v1/details',
  audience: 'admin',
  staffRoles: staff.everybody,
  isBeforePasswordChange: true,
  isBeforeTwoFactor: true,
  tag: 'Administration',
  summary: 'The signed-in administrator',
  answer: administrator,
  refusals: [],
});

export const trialBalance = endpoint({
  method: 'GET',
  path: '/api/admin/v1/trial-balance',
  audience: 'admin',
  staffRoles: staff.everybody,
  tag: 'Administration',
  summary: 'Stored balances by kind, in cents; the difference is debit side minus credit side',
  answer: z.object({
    accounts: z.array(
      z.object({ kind: z.string(), side: z.enum(['debit', 'credit']), balance: z.number().int() }),
    ),
    difference: z.number().int(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});
