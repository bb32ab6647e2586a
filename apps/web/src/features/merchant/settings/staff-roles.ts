/** The roles that the owner may give, the smaller one first. */
export const ASSIGNABLE_ROLES = [
  { value: 'cashier', label: 'Cashier: redeems vouchers' },
  { value: 'manager', label: 'Manager: all but staff, pay-outs and API secret' },
];
