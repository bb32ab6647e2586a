import { useQuery } from '@tanstack/react-query';
import { consumerLetters, type ConsumerLetterAbout } from '@zawadi/contract/support';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

/** Loads the own letters to support, newest first. */
export function useLetters() {
  return usePages(consumerLetters, { queryKey: queryKeys.ownLetters({}) });
}

/** Loads the own letters about one payment or gift. */
export function useLettersAbout(about: ConsumerLetterAbout) {
  const query = about.kind === 'gift' ? { voucherId: about.voucherId } : { paymentId: about.paymentId };
  return useQuery({
    queryKey: queryKeys.ownLetters(query),
    queryFn: ({ signal }) => call(consumerLetters, { query, signal }),
  });
}
