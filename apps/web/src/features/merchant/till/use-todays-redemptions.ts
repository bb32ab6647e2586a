import { useInfiniteQuery } from '@tanstack/react-query';
import { todaysRedemptions } from '@zawadi/contract/merchant-till';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export type Whose = 'me' | 'everybody';

// Other tills of the shop redeem too.
const REFRESH_EVERY_MS = 10_000;

/** Today's redemptions, looked at again every few seconds while the page is on the screen. */
export function useTodaysRedemptions(of: Whose) {
  const list = useInfiniteQuery({
    queryKey: queryKeys.todaysRedemptions(of),
    queryFn: ({ pageParam, signal }) => call(todaysRedemptions, { query: { of, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: REFRESH_EVERY_MS,
  });
  return {
    redemptions: list.data?.pages.flatMap((page) => page.redemptions),
    amount: list.data?.pages[0]?.amount,
    error: list.error,
    isBusy: list.isFetching,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    more: () => void list.fetchNextPage(),
    isLoadingMore: list.isFetchingNextPage,
  };
}
