import type { Merchant } from '@zawadi/contract/merchants';
import type { StatusWord } from '../../../ui/badge.tsx';

/** Labels of a merchant's status. */
export const STATUS_WORDS = {
  ACTIVE: 'Active',
  PENDING: 'Pending',
  SUSPENDED: 'Suspended',
  INACTIVE: 'Inactive',
} as const satisfies Record<Merchant['status'], StatusWord>;

/** Statuses that the list offers as a filter. */
export const LISTED_STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED'] as const;
