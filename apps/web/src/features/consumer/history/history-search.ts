import type { HistoryFilters } from '@zawadi/contract/history';

// Every page loads this with the routes, so it checks by hand what the contract's schemas check again.
const TYPES = ['GIFT_PURCHASE', 'WITHDRAWAL', 'CLAIM', 'REDEMPTION', 'REFUND'] as const;
const STATUSES = ['PENDING', 'COMPLETED', 'CANCELED'] as const;
const LONGEST_SEARCH = 80;

/** What the address of the history narrows it to. What nobody could have chosen is as good as nothing. */
export function historySearch(search: Record<string, unknown>): HistoryFilters {
  const filters: HistoryFilters = {
    search: isSearch(search.search) ? search.search : undefined,
    type: TYPES.find((type) => type === search.type),
    status: STATUSES.find((status) => status === search.status),
    from: isDay(search.from) ? search.from : undefined,
    to: isDay(search.to) ? search.to : undefined,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Whether anything is left out of the list. */
export function isNarrowed(filters: HistoryFilters): boolean {
  return Object.keys(filters).length > 0;
}

function isSearch(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_SEARCH;
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/u.test(value)) return false;
  return !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);
}
