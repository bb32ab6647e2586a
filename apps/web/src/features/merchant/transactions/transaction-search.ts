import type { MerchantTransactionFilters } from '@zawadi/contract/merchant-reports';
import { chosenDay, chosenId, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const STATUSES = ['Completed', 'Pending', 'Reversed', 'Failed'] as const;

/** The fewest characters of a search that the server accepts. */
export const SHORTEST_SEARCH = 3;

/** Reads the filters of the transactions screen from the page's URL. */
export function transactionSearch({
  search,
  status,
  refundState,
  servedBy,
  from,
  to,
  placeId,
}: Record<string, unknown>): MerchantTransactionFilters {
  const text = searchedText(search);
  return onlyChosen<MerchantTransactionFilters>({
    search: text !== undefined && text.trim().length >= SHORTEST_SEARCH ? text : undefined,
    status: chosenOf(STATUSES, status),
    refundState: chosenOf(['reversed'] as const, refundState),
    servedBy: searchedText(servedBy),
    from: chosenDay(from),
    to: chosenDay(to),
    placeId: chosenId(placeId),
  });
}
