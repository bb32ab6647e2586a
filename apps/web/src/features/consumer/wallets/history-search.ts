import type { HistoryFilters } from '@zawadi/contract/wallets';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const TYPES = ['GIFT_PURCHASE', 'WITHDRAWAL', 'CLAIM', 'REDEMPTION', 'REFUND'] as const;
const REFUND_STATES = ['refunded', 'partly_refunded', 'reversed', 'taken_back'] as const;
const STATUSES = ['PENDING', 'COMPLETED', 'CANCELED'] as const;

/** Reads the filters of the history from the URL; ignores impossible values. */
export function historySearch(params: Record<string, unknown>): HistoryFilters {
  const { search, type, status, refundState, from, to } = params;
  return onlyChosen<HistoryFilters>({
    search: searchedText(search),
    type: chosenOf(TYPES, type),
    status: chosenOf(STATUSES, status),
    refundState: chosenOf(REFUND_STATES, refundState),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
