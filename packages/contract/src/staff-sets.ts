// Apart from staff-roles.ts, so that a screen that only looks a role up loads without the schemas there.

/** Sets of roles that an endpoint may be for. */
export const merchantStaff = {
  everybody: ['owner', 'manager', 'cashier'],
  ownerAndManager: ['owner', 'manager'],
  owner: ['owner'],
} as const;

/** Sets of roles that an endpoint may be for. */
export const staff = {
  everybody: ['administrator', 'finance', 'support', 'read-only'],
  money: ['administrator', 'finance'],
  customers: ['administrator', 'support'],
  /** All but those who may only read. */
  working: ['administrator', 'finance', 'support'],
  administrator: ['administrator'],
} as const;
