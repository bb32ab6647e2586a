import { chosenOf, onlyChosen } from '../../lists/search-params.ts';

/** Reads the filter of the review queue from the URL; default: open cases. */
export function reviewSearch({ state }: Record<string, unknown>): { state?: 'resolved' | undefined } {
  return onlyChosen({ state: chosenOf(['resolved'] as const, state) });
}
