import { useInfiniteQuery } from '@tanstack/react-query';
import { receivedGifts, sentGifts } from '@zawadi/contract/gifts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string }) => nextCursor,
};

/** Gifts addressed to the signed-in consumer that can still be spent, newest first. */
export function useReceivedGifts() {
  return useInfiniteQuery({
    ...pages,
    queryKey: queryKeys.receivedGifts,
    queryFn: ({ pageParam, signal }) =>
      call(receivedGifts, { query: { show: 'open', limit: 5, cursor: pageParam }, signal }),
  });
}

/** Gifts the signed-in consumer has paid for, newest first. */
export function useSentGifts() {
  return useInfiniteQuery({
    ...pages,
    queryKey: queryKeys.sentGifts,
    queryFn: ({ pageParam, signal }) => call(sentGifts, { query: { limit: 5, cursor: pageParam }, signal }),
  });
}
