import { chosenOf, onlyChosen } from '../../lists/search-params.ts';

/** Which cases the address of the review queue shows; open ones unless it says otherwise. */
export function reviewSearch({ state }: Record<string, unknown>): { state?: 'resolved' | undefined } {
  return onlyChosen({ state: chosenOf(['resolved'] as const, state) });
}
