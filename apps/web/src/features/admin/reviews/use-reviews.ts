import { useQuery } from '@tanstack/react-query';
import { listReviews } from '@zawadi/contract/reviews';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

const LOOK_AGAIN_MS = 30_000;

/** What a person has to look at, or has looked at, page after page. */
export function useReviews(isOpen: boolean) {
  return usePages(listReviews, {
    queryKey: queryKeys.reviewList({ isOpen }),
    query: { isOpen: isOpen ? 'true' : 'false' },
    refetchIntervalMs: LOOK_AGAIN_MS,
  });
}

/** How many cases are open. */
export function useOpenReviewCount(): number | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.reviewList({ only: 'count' }),
    queryFn: ({ signal }) => call(listReviews, { query: { limit: 1 }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  return data?.openCount;
}
