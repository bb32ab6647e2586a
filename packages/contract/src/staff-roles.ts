import { z } from 'zod';

/** A role at a merchant: the owner may do everything, a manager nearly everything, a cashier redeems. */
export const merchantStaffRole = z.enum(['owner', 'manager', 'cashier']);
export type MerchantStaffRole = z.infer<typeof merchantStaffRole>;

/** A role among the operator's staff. */
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
