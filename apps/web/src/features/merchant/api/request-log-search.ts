import type { ApiRequestFilters } from '@zawadi/contract/merchant-api-access';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Reads the request log's filters from the page's URL. */
export function requestLogSearch(search: Record<string, unknown>): ApiRequestFilters {
  const { outcome, keyId, from, to } = search;
  return onlyChosen<ApiRequestFilters>({
    search: searchedText(search['search']),
    outcome: chosenOf(['succeeded', 'refused', 'failed'] as const, outcome),
    keyId: typeof keyId === 'string' && UUID.test(keyId) ? keyId : undefined,
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
