import { staffRole } from '@zawadi/contract/staff-roles';
import type { StaffRole } from '@zawadi/contract/staff-roles';

export const ROLE_WORDS: Record<StaffRole, string> = {
  administrator: 'Administrator',
  finance: 'Finance',
  support: 'Support',
  'read-only': 'Read-only',
};

const MAY: Record<StaffRole, string> = {
  administrator: 'everything',
  finance: 'settles, refunds, adjusts, reconciles',
  support: 'asks again, resends, unlocks',
  'read-only': 'looks, and changes nothing',
};

export const ROLE_OPTIONS = staffRole.options.map((role) => ({
  value: role,
  label: `${ROLE_WORDS[role]}: ${MAY[role]}`,
}));
