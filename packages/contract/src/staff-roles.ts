import { z } from 'zod';

/** Who somebody is at a merchant: the owner may all, a manager nearly all, a cashier redeems. */
export const merchantStaffRole = z.enum(['owner', 'manager', 'cashier']);
export type MerchantStaffRole = z.infer<typeof merchantStaffRole>;

/** Who somebody is among the operator's own people. */
export const staffRole = z.enum(['administrator', 'finance', 'support', 'read-only']);
export type StaffRole = z.infer<typeof staffRole>;

/** Sets of roles that an endpoint may be for. */
export const merchantStaff = {
  everybody: ['owner', 'manager', 'cashier'],
  ownerAndManager: ['owner', 'manager'],
  owner: ['owner'],
} as const satisfies Record<string, readonly MerchantStaffRole[]>;

/** Sets of roles that an endpoint may be for. */
export const staff = {
  everybody: ['administrator', 'finance', 'support', 'read-only'],
  money: ['administrator', 'finance'],
  customers: ['administrator', 'support'],
  administrator: ['administrator'],
} as const satisfies Record<string, readonly StaffRole[]>;
