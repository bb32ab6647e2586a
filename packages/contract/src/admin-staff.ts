import { z } from 'zod';
import { adminReason, deedOutcome } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { staff, staffRole } from './staff-roles.ts';
import { email, personName, shortText, timestamp, uuid } from './text.ts';

const ofStaff = { audience: 'admin', tag: 'Operator staff' } as const;
const ofMember = z.object({ staffId: uuid });

/** Somebody who works for the operator. */
export const administratorAccount = z.object({
  staffId: uuid,
  name: z.string(),
  email: z.string(),
  staffRole,
  status: z.enum(['ACTIVE', 'DISABLED']),
  mustChangePassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
  hasPasskey: z.boolean(),
  createdAt: timestamp,
  lastLogin: timestamp.optional(),
  /** Whoever asks. Nobody changes, disables or resets themselves here. */
  isSelf: z.boolean(),
});
export type AdministratorAccount = z.infer<typeof administratorAccount>;

export const listAdministrators = endpoint({
  ...ofStaff,
  method: 'GET',
  path: '/api/admin/v1/staff',
  staffRoles: staff.everybody,
  summary: 'Everybody who works for the operator, active ones first, by name',
  answer: z.object({
    staff: z.array(administratorAccount),
    /** Whether a second factor is required here, as everywhere outside the demo. */
    isTwoFactorRequired: z.boolean(),
  }),
  refusals: [],
});

export const addAdministrator = endpoint({
  ...ofStaff,
  method: 'POST',
  path: '/api/admin/v1/staff',
  staffRoles: staff.administrator,
  summary:
    'Add a colleague; a temporary password is mailed, which has to be replaced at the first sign-in. One who decides about money is added when a second administrator approves',
  body: z.object({
    name: personName,
    email,
    staffRole,
    /** What the second administrator and the audit log read. */
    reason: shortText.optional(),
  }),
  /** While it waits for a second administrator there is no account yet. */
  answer: administratorAccount.partial().extend({ action: deedOutcome }),
  message: 'Staff account added',
  refusals: ['administrator_known', 'approval_open', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 30 },
});

/**
 * A field that is left out stays as it is. Disabling, and another role, bite within a second; a higher role that decides
 * about money is given when a second administrator approves.
 */
export const updateAdministrator = endpoint({
  ...ofStaff,
  method: 'PUT',
  path: '/api/admin/v1/staff/:staffId',
  staffRoles: staff.administrator,
  summary:
    'Change name, role or status of somebody else, never the own; so one active administrator always remains',
  params: ofMember,
  body: z.object({
    name: personName.optional(),
    staffRole: staffRole.optional(),
    status: z.enum(['ACTIVE', 'DISABLED']).optional(),
    reason: adminReason,
  }),
  answer: administratorAccount.extend({ action: deedOutcome }),
  message: 'Staff account updated',
  refusals: ['not_found', 'own_account', 'approval_open'],
  rate: { perMinute: 30 },
});

export const resetAdministratorPassword = endpoint({
  ...ofStaff,
  method: 'POST',
  path: '/api/admin/v1/staff/:staffId/reset-password',
  staffRoles: staff.administrator,
  summary: 'Mail somebody else a new temporary password and end every session',
  params: ofMember,
  body: z.object({ reason: adminReason }),
  answer: administratorAccount,
  message: 'A temporary password was mailed',
  refusals: ['not_found', 'own_account', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 30 },
});

export const resetAdministratorTwoFactor = endpoint({
  ...ofStaff,
  method: 'POST',
  path: '/api/admin/v1/staff/:staffId/reset-two-factor',
  staffRoles: staff.administrator,
  summary: 'Switch the second factor of somebody else off, who has lost it, and end every session',
  params: ofMember,
  body: z.object({ reason: adminReason }),
  answer: administratorAccount,
  message: 'Two-factor authentication was reset',
  refusals: ['not_found', 'own_account', 'two_factor_off'],
  rate: { perMinute: 30 },
});
