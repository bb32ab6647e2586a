import type { StatementAccount, ReconciliationState } from '@zawadi/contract/reconciliation';
import type { ReconciliationItemFilters, ReconciliationStatus } from '@zawadi/contract/reconciliation-items';
import { chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const ACCOUNTS: readonly StatementAccount[] = ['collection', 'utility', 'working', 'bank'];
const STATES: readonly ReconciliationState[] = [
  'matched',
  'missing_here',
  'missing_there',
  'amount_differs',
  'no_longer_there',
];
const STATUSES: readonly ReconciliationStatus[] = ['open', 'waiting', 'agrees', 'booked', 'explained'];

/** Filters of items. Status `all` includes resolved items; without a status, the list shows only open items. */
export type ItemSearch = Omit<ReconciliationItemFilters, 'runId' | 'status'> & {
  status?: ReconciliationStatus | 'all';
};

/** Reads the filters of the item list from the URL. */
export function itemSearch({ account, kind, state, status, search }: Record<string, unknown>): ItemSearch {
  return onlyChosen<ItemSearch>({
    account: chosenOf(ACCOUNTS, account),
    kind: chosenOf(['payment', 'charge'] as const, kind),
    state: chosenOf(STATES, state),
    status: chosenOf([...STATUSES, 'all' as const], status),
    search: searchedText(search),
  });
}

/** Returns the filters to send to the server. */
export function itemFilters(
  { status = 'open', ...search }: ItemSearch,
  runId?: string,
): ReconciliationItemFilters {
  return onlyChosen<ReconciliationItemFilters>({
    ...search,
    runId,
    status: status === 'all' ? undefined : status,
  });
}
