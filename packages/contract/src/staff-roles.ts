import { z } from 'zod';

export { merchantStaff, staff } from './staff-sets.ts';

/** A role at a merchant: the owner may do everything, a manager nearly everything, a cashier redeems. */
export const merchantStaffRole = z.enum(['owner', 'manager', 'cashier']);
export type MerchantStaffRole = z.infer<typeof merchantStaffRole>;

/** A role among the operator's staff. */
export const staffRole = z.enum(['administrator', 'finance', 'support', 'read-only']);
export type StaffRole = z.infer<typeof staffRole>;
