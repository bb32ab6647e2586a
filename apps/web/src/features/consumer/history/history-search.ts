import type { HistoryFilters } from '@zawadi/contract/wallets';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const TYPES = ['GIFT_PURCHASE', 'WITHDRAWAL', 'CLAIM', 'REDEMPTION', 'REFUND'] as const;
const STATUSES = ['PENDING', 'COMPLETED', 'CANCELED'] as const;

/** What the address of the history narrows it to. An impossible value counts as none. */
export function historySearch({ search, type, status, from, to }: Record<string, unknown>): HistoryFilters {
  return onlyChosen<HistoryFilters>({
    search: searchedText(search),
    type: chosenOf(TYPES, type),
    status: chosenOf(STATUSES, status),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
