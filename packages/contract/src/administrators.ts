import { z } from 'zod';
import { email, presentedPassword, secondFactor, shortText, timestamp, uuid } from './text.ts';
import { fullName } from './names.ts';
import { deviceToken, signedIn } from './users.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRole, administratorRoles } from './roles.ts';
import { passkeyAnswer } from './webauthn.ts';
import { adminReason, actionOutcome } from './approvals.ts';

const ofAdministrators = { audience: 'admin', tag: 'Administrators' } as const;

const ofAdministrator = z.object({ administratorId: uuid });

/** An administrator's account. */
export const administratorAccount = z.object({
  administratorId: uuid,
  name: z.string(),
  email: z.string(),
  staffRole: administratorRole,
  status: z.enum(['ACTIVE', 'DISABLED']),
  mustChangePassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
  hasPasskey: z.boolean(),
  createdAt: timestamp,
  lastLogin: timestamp.optional(),
  /** Whether this is the caller's own account, which the caller cannot change, disable or reset here. */
  isSelf: z.boolean(),
});

export type AdministratorAccount = z.infer<typeof administratorAccount>;

export const listAdministrators = endpoint({
  ...ofAdministrators,
  method: 'GET',
  path: '/api/admin/v1/administrators',
  roles: administratorRoles.everybody,
  summary: 'List administrators, active ones first, by name',
  answer: z.object({
    administrators: z.array(administratorAccount),
    /** Whether this system requires a second factor. Every system except the demo does. */
    isTwoFactorRequired: z.boolean(),
  }),
  refusals: [],
});

export const addAdministrator = endpoint({
  ...ofAdministrators,
  method: 'POST',
  path: '/api/admin/v1/administrators',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary:
    'Add an administrator; a temporary password is mailed and must be replaced at the first sign-in. For a role that decides about money a second administrator approves',
  body: z.object({
    name: fullName,
    email,
    staffRole: administratorRole,
    /** The reason, for the second administrator and the audit log. */
    reason: shortText.optional(),
  }),
  example: {
    body: { name: sample.name, email: sample.email, staffRole: 'read-only', reason: sample.reason },
  },
  /** The account's fields are absent while the request waits for a second administrator. */
  answer: administratorAccount.partial().extend({ action: actionOutcome }),
  message: 'Administrator added',
  refusals: ['administrator_known', 'approval_open', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 30 },
});

/**
 * Omitted fields stay unchanged. Disabling and a new role take effect within a second. A second administrator must
 * approve a higher role that decides about money.
 */
export const updateAdministrator = endpoint({
  ...ofAdministrators,
  method: 'PUT',
  path: '/api/admin/v1/administrators/:administratorId',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary:
    'Change name, role or status of another administrator, never the own; so one active administrator always remains',
  params: ofAdministrator,
  body: z.object({
    name: fullName.optional(),
    staffRole: administratorRole.optional(),
    status: z.enum(['ACTIVE', 'DISABLED']).optional(),
    reason: adminReason,
  }),
  example: {
    params: { administratorId: sample.id },
    body: { name: sample.name, staffRole: 'read-only', status: 'ACTIVE', reason: sample.reason },
  },
  answer: administratorAccount.extend({ action: actionOutcome }),
  message: 'Administrator updated',
  refusals: ['not_found', 'own_account', 'approval_open'],
  rate: { perMinute: 30 },
});

export const resetAdministratorPassword = endpoint({
  ...ofAdministrators,
  method: 'POST',
  path: '/api/admin/v1/administrators/:administratorId/reset-password',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Mail another administrator a new temporary password and end every session',
  params: ofAdministrator,
  body: z.object({ reason: adminReason }),
  example: { params: { administratorId: sample.id }, body: { reason: sample.reason } },
  answer: administratorAccount,
  message: 'Temporary password sent by email',
  refusals: ['not_found', 'own_account', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 30 },
});

export const resetAdministratorTwoFactor = endpoint({
  ...ofAdministrators,
  method: 'POST',
  path: '/api/admin/v1/administrators/:administratorId/reset-two-factor',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Switch off the second factor of another administrator who has lost it, and end every session',
  params: ofAdministrator,
  body: z.object({ reason: adminReason }),
  example: { params: { administratorId: sample.id }, body: { reason: sample.reason } },
  answer: administratorAccount.extend({ action: actionOutcome }),
  message: 'Two-factor authentication was reset',
  refusals: ['not_found', 'own_account', 'two_factor_off', 'approval_open'],
  rate: { perMinute: 30 },
});

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
    /** A passkey in place of `otp`. */
    passkey: passkeyAnswer.optional(),
    deviceToken: deviceToken.optional(),
  }),
  example: { body: { email: sample.email, password: sample.password, rememberMe: true, otp: sample.otp } },
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
  rate: { perMinute: 300, guesses: 30 },
});

export const administrator = z.object({
  administratorId: uuid,
  name: z.string(),
  email: z.string(),
  staffRole: administratorRole,
  twoFactorEnabled: z.boolean(),
  /** Whether the password is temporary. It must be replaced before any other call. */
  mustChangePassword: z.boolean(),
  /** Whether a second factor is required but missing. It must be enrolled before any other call. */
  mustEnrolTwoFactor: z.boolean(),
  /** Whether a passkey is required but missing. It must be added before any other call. */
  mustAddPasskey: z.boolean(),
});

export type Administrator = z.infer<typeof administrator>;
