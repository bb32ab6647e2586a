import type { SupportRequest } from '@zawadi/contract/support';
import { chosenOf, onlyChosen } from '../../lists/search-params.ts';

/** Filters of the letters. Without a status, the list shows open letters; `letter` opens one letter. */
export type LetterSearch = { status?: SupportRequest['status'] | 'all'; letter?: string };

/** Reads the filters of the letters from the URL. */
export function letterSearch({ status, letter }: Record<string, unknown>): LetterSearch {
  return onlyChosen<LetterSearch>({
    status: chosenOf(['OPEN', 'ANSWERED', 'all'] as const, status),
    letter: typeof letter === 'string' && UUID.test(letter) ? letter : undefined,
  });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
