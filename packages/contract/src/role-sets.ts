// In a file apart from roles.ts, so that a screen that only looks up a role does not load schemas.

/** Sets of staff roles that an endpoint may admit. */
export const memberRoles = {
  everybody: ['owner', 'manager', 'cashier'],
  ownerAndManager: ['owner', 'manager'],
  owner: ['owner'],
} as const;

/** Sets of administrators' roles that an endpoint may admit. */
export const administratorRoles = {
  everybody: ['administrator', 'finance', 'support', 'read-only'],
  money: ['administrator', 'finance'],
  helping: ['administrator', 'support'],
  /** All administrators except read-only ones. */
  working: ['administrator', 'finance', 'support'],
  administrator: ['administrator'],
} as const;
