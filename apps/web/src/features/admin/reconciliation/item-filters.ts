import { reconciliationState, statementAccount } from '@zawadi/contract/reconciliation';
import { reconciliationStatus } from '@zawadi/contract/reconciliation-items';
import type { FilterField } from '../../lists/filter-bar.tsx';
import { ACCOUNT_WORDS, STATE_WORDS, STATUS_WORDS } from './reconciliation-words.ts';

/** Filters of one run's items: search by receipt, kind of difference and status. */
export const RUN_ITEM_FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Receipt or account number' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      ...reconciliationStatus.options.map((value) => ({ value, label: STATUS_WORDS[value] })),
      { value: 'all', label: 'All states' },
    ],
  },
  {
    kind: 'choice',
    name: 'state',
    label: 'What differs',
    options: [
      { value: 'all', label: 'All differences' },
      ...reconciliationState.options.map((value) => ({ value, label: STATE_WORDS[value] })),
    ],
  },
];

/** Filters of all runs' items: also by account, since a single run has only one. */
export const ITEM_FILTERS: readonly FilterField[] = [
  ...RUN_ITEM_FILTERS,
  {
    kind: 'choice',
    name: 'account',
    label: 'Account',
    options: [
      { value: 'all', label: 'All accounts' },
      ...statementAccount.options.map((value) => ({ value, label: ACCOUNT_WORDS[value] })),
    ],
  },
];
