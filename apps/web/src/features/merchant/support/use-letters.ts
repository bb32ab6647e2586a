import { useQuery } from '@tanstack/react-query';
import { ownLetters, type LetterAbout, type OwnLetter } from '@zawadi/contract/support';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

/** Loads the shop's letters to support, newest first. */
export function useLetters() {
  return usePages(ownLetters, { queryKey: queryKeys.ownLetters({}) });
}

/** Loads the letters about one object. */
export function useLettersAbout(about: LetterAbout) {
  const query = 'batchId' in about ? { batchId: about.batchId } : { redemptionId: about.redemptionId };
  return useQuery({
    queryKey: queryKeys.ownLetters(query),
    queryFn: ({ signal }) => call(ownLetters, { query: { ...query, limit: 20 }, signal }),
    select: ({ letters }) =>
      about.kind === 'entry' ? letters.filter((letter) => isAboutEntry(letter, about)) : letters,
  });
}

function isAboutEntry({ about }: OwnLetter, { transactionId }: { transactionId: string }): boolean {
  return about?.kind === 'entry' && about.transactionId === transactionId;
}
