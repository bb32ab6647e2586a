import type { SupportRequest } from '@zawadi/contract/support-requests';
import { chosenOf, onlyChosen } from '../../lists/search-params.ts';

/** Filters of the letters. Without a status, the list shows letters that wait; `letter` opens one letter. */
export type LetterSearch = {
  status?: SupportRequest['status'] | 'all';
  from?: 'merchants' | 'consumers';
  whose?: 'mine';
  letter?: string;
};

/** Reads the filters of the letters from the URL. */
export function letterSearch({ status, from, whose, letter }: Record<string, unknown>): LetterSearch {
  return onlyChosen<LetterSearch>({
    status: chosenOf(['OPEN', 'WAITING', 'ANSWERED', 'all'] as const, status),
    from: chosenOf(['merchants', 'consumers'] as const, from),
    whose: chosenOf(['mine'] as const, whose),
    letter: typeof letter === 'string' && UUID.test(letter) ? letter : undefined,
  });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
