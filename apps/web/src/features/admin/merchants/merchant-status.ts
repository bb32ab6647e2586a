import type { Merchant } from '@zawadi/contract/merchants';
import type { StatusWord } from '../../../ui/badge.tsx';

/** The status of a merchant as people read it. */
export const STATUS_WORDS = {
  ACTIVE: 'Active',
  PENDING: 'Pending',
  SUSPENDED: 'Suspended',
  INACTIVE: 'Inactive',
} as const satisfies Record<Merchant['status'], StatusWord>;

/** What the list can be narrowed to. */
export const LISTED_STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED'] as const;
