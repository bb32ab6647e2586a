import { useQuery } from '@tanstack/react-query';
import { receivedGifts, sentGifts, type SentGift } from '@zawadi/contract/vouchers-gifts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

const PAGE_SIZE = 5;

/** Loads gifts to the signed-in consumer that can still be spent, newest first. */
export function useReceivedGifts() {
  return usePages(receivedGifts, {
    queryKey: queryKeys.receivedGifts,
    query: { show: 'open', limit: PAGE_SIZE },
  });
}

/** Loads the gifts of a paid purchase. */
export function useSentGiftsOf(requestId: string, isPaid: boolean): SentGift[] {
  const { data } = useQuery({
    queryKey: [...queryKeys.sentGifts, requestId],
    enabled: isPaid,
    queryFn: ({ signal }) => call(sentGifts, { query: { requestId }, signal }),
  });
  return data?.gifts ?? [];
}

/** Loads gifts that the signed-in consumer paid for, newest first. */
export function useSentGifts() {
  return usePages(sentGifts, { queryKey: queryKeys.sentGifts, query: { limit: PAGE_SIZE } });
}
