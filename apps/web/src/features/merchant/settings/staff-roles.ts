import type { MerchantStaffRole } from '@zawadi/contract/staff-roles';

export const ROLE_WORDS: Record<MerchantStaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  cashier: 'Cashier',
};

/** What the owner may make of somebody, the smaller role first. */
export const ASSIGNABLE_ROLES = [
  { value: 'cashier', label: 'Cashier: redeems vouchers' },
  { value: 'manager', label: 'Manager: all but staff, pay-outs and API secret' },
];
