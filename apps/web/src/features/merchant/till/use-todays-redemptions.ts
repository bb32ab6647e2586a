import { todaysRedemptions } from '@zawadi/contract/redemptions';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

export type Whose = 'me' | 'everybody';

// Other tills of the shop redeem too.
const REFRESH_EVERY_MS = 10_000;

/** Today's redemptions, looked at again every few seconds while the page is on the screen. */
export function useTodaysRedemptions(of: Whose) {
  const list = usePages(todaysRedemptions, {
    queryKey: queryKeys.todaysRedemptions(of),
    query: { of },
    refetchIntervalMs: REFRESH_EVERY_MS,
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
