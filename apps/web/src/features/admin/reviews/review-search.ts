import { chosenOf, onlyChosen } from '../../lists/search-params.ts';

/** Reads from the address which cases the review queue shows; open ones by default. */
export function reviewSearch({ state }: Record<string, unknown>): { state?: 'resolved' | undefined } {
  return onlyChosen({ state: chosenOf(['resolved'] as const, state) });
}
