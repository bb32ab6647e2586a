import type { UserFilters } from '@zawadi/contract/admin-users';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const STATUSES = ['ACTIVE', 'FROZEN', 'DELETED'] as const;

/** Reads the filters of the consumers list from the URL. */
export function userSearch({ search, status, from, to }: Record<string, unknown>): UserFilters {
  return onlyChosen<UserFilters>({
    search: searchedText(search),
    status: chosenOf(STATUSES, status),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
