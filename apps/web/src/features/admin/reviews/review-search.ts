import { chosenId, chosenOf, onlyChosen } from '../../lists/search-params.ts';

type ReviewSearch = { state?: 'resolved' | undefined; review?: string | undefined };

/** Reads the filter of the review queue from the URL, by default open cases, and the id of the case that is open. */
export function reviewSearch({ state, review }: Record<string, unknown>): ReviewSearch {
  return onlyChosen({ state: chosenOf(['resolved'] as const, state), review: chosenId(review) });
}
