import { administratorRole } from '@zawadi/contract/roles';
import type { AdministratorRole } from '@zawadi/contract/roles';

export const ROLE_WORDS: Record<AdministratorRole, string> = {
  administrator: 'Administrator',
  finance: 'Finance',
  support: 'Support',
  'read-only': 'Read-only',
};

const MAY: Record<AdministratorRole, string> = {
  administrator: 'everything',
  finance: 'settles, refunds, adjusts, reconciles',
  support: 'asks again, resends, unlocks',
  'read-only': 'looks, and changes nothing',
};

export const ROLE_OPTIONS = administratorRole.options.map((role) => ({
  value: role,
  label: `${ROLE_WORDS[role]}: ${MAY[role]}`,
}));
