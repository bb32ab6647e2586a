import type { BlockFilters } from '@zawadi/contract/block-list';
import { chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

/** Reads the block list's filters from the URL. */
export function blockSearch({ search, status, kind }: Record<string, unknown>): BlockFilters {
  return onlyChosen<BlockFilters>({
    search: searchedText(search),
    status: chosenOf(['Waiting', 'Active', 'Ended', 'Removed', 'Declined'] as const, status),
    kind: chosenOf(['number', 'device', 'address'] as const, kind),
  });
}
