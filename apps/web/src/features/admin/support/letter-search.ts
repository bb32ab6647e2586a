import type { SupportRequest } from '@zawadi/contract/support';
import { chosenOf, onlyChosen } from '../../lists/search-params.ts';

/** Without a status only open letters are shown. */
export type LetterSearch = { status?: SupportRequest['status'] | 'all' };

/** What the address of the letters narrows them to. */
export function letterSearch({ status }: Record<string, unknown>): LetterSearch {
  return onlyChosen<LetterSearch>({ status: chosenOf(['OPEN', 'ANSWERED', 'all'] as const, status) });
}
