import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { memberRoles, memberRole } from './roles.ts';
import { email, timestamp, uuid } from './text.ts';
import { fullName } from './names.ts';
import { plainSymbols } from './pasted.ts';

const ofOwners = { audience: 'merchant', roles: memberRoles.owner, tag: 'Merchant staff' } as const;

/** The most staff accounts that a merchant can have in addition to the owner's, including disabled ones. */
export const MEMBERS_AT_MOST = 200;

/** The roles that a staff member can have. The owner has another. */
export const assignableRole = z.enum(['manager', 'cashier']);

/** The part after the dot in `DUKA001.juma`. Not case-sensitive. */
export const memberHandle = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{1,30}$/u, { error: 'Please use up to 30 letters, digits, - or _' });

export const memberAccount = z.object({
  staffId: uuid,
  /** Such as `DUKA001.JUMA`. The owner signs in with the merchant code alone. */
  signInCode: z.string(),
  name: z.string(),
  /** Null if the staff member has no address. Messages then go to the contact's address. */
  email: z.string().nullable(),
  staffRole: memberRole,
  /** Where the staff member redeems; null if at all places. */
  placeId: uuid.nullable(),
  status: z.enum(['ACTIVE', 'DISABLED']),
  mustChangePassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
  lastLogin: timestamp.nullable(),
  createdAt: timestamp,
});
export type MemberAccount = z.infer<typeof memberAccount>;

export const listMembers = endpoint({
  ...ofOwners,
  method: 'GET',
  path: '/api/merchants/v1/staff',
  summary: 'List the staff of this merchant: the owner first, then by name',
  answer: z.object({ staff: z.array(memberAccount) }),
  refusals: [],
});

export const addMember = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/api/merchants/v1/staff',
  needsStepUp: true,
  summary: 'Add a staff member; a temporary password is mailed, to the contact if there is no own address',
  body: z.object({
    name: fullName,
    handle: memberHandle,
    email: email.optional(),
    staffRole: assignableRole,
    placeId: uuid.nullable().default(null),
  }),
  example: { body: { name: 'Juma', handle: 'JUMA', email: sample.email, staffRole: 'cashier' } },
  answer: memberAccount,
  message: 'Staff account added',
  refusals: ['handle_taken', 'staff_full', 'place_closed', 'too_many_requests', 'overloaded'],
});

/** Omitted fields stay unchanged. Disabling a staff member ends all their sessions within a second. */
export const updateMember = endpoint({
  ...ofOwners,
  method: 'PUT',
  path: '/api/merchants/v1/staff/:staffId',
  needsStepUp: true,
  summary: 'Change name, address, role, place or status of a staff member; the owner is not found here',
  params: z.object({ staffId: uuid }),
  body: z.object({
    name: fullName.optional(),
    /** Null removes the staff member's own address. */
    email: email.nullable().optional(),
    staffRole: assignableRole.optional(),
    placeId: uuid.nullable().optional(),
    status: z.enum(['ACTIVE', 'DISABLED']).optional(),
  }),
  example: {
    params: { staffId: sample.id },
    body: { name: 'Juma', email: sample.email, staffRole: 'manager', placeId: null, status: 'ACTIVE' },
  },
  answer: memberAccount,
  message: 'Staff account updated',
  refusals: ['not_found', 'place_closed'],
});

export const resetMemberPassword = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/api/merchants/v1/staff/:staffId/reset-password',
  needsStepUp: true,
  summary: 'Mail a new temporary password, end every session and switch two-factor authentication off',
  params: z.object({ staffId: uuid }),
  body: z.object({}),
  example: { params: { staffId: sample.id } },
  answer: memberAccount,
  message: 'Temporary password sent by email',
  refusals: ['not_found', 'too_many_requests', 'overloaded'],
});
