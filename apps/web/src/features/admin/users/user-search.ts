import type { UserFilters } from '@zawadi/contract/admin-users';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const STATUSES = ['ACTIVE', 'FROZEN', 'DELETED'] as const;

/** Reads the consumers' filters from the address. */
export function userSearch({ search, status, from, to }: Record<string, unknown>): UserFilters {
  return onlyChosen<UserFilters>({
    search: searchedText(search),
    status: chosenOf(STATUSES, status),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
