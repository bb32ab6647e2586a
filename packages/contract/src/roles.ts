import { z } from 'zod';

export { administratorRoles, memberRoles } from './role-sets.ts';

/** A role at a merchant: the owner may do everything, a manager nearly everything, a cashier redeems. */
export const memberRole = z.enum(['owner', 'manager', 'cashier']);
export type MemberRole = z.infer<typeof memberRole>;

/** The role of an administrator. */
export const administratorRole = z.enum(['administrator', 'finance', 'support', 'read-only']);
export type AdministratorRole = z.infer<typeof administratorRole>;
