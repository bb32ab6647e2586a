import type { MerchantStaffRole, StaffRole } from './staff-roles.ts';

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
