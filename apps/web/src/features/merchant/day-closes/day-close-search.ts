import type { DayCloseFilters } from '@zawadi/contract/day-closes';
import { chosenDay, chosenId, chosenOf, onlyChosen } from '../../lists/search-params.ts';

/** Reads the filters of the closed days from the page's URL. */
export function dayCloseSearch({
  placeId,
  staffId,
  from,
  to,
  state,
}: Record<string, unknown>): DayCloseFilters {
  return onlyChosen<DayCloseFilters>({
    placeId: chosenId(placeId),
    staffId: chosenId(staffId),
    from: chosenDay(from),
    to: chosenDay(to),
    state: chosenOf(['waiting', 'confirmed', 'difference'] as const, state),
  });
}
