import { useQuery } from '@tanstack/react-query';
import { listReviews } from '@zawadi/contract/reviews';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

const LOOK_AGAIN_MS = 30_000;

/** Loads open or resolved reviews, page by page. */
export function useReviews(isOpen: boolean) {
  return usePages(listReviews, {
    queryKey: adminQueryKeys.reviewList({ isOpen }),
    query: { isOpen: isOpen ? 'true' : 'false' },
    refetchIntervalMs: LOOK_AGAIN_MS,
  });
}

/** Loads the number of open cases. */
export function useOpenReviewCount(): number | undefined {
  const { data } = useQuery({
    queryKey: adminQueryKeys.reviewList({ only: 'count' }),
    queryFn: ({ signal }) => call(listReviews, { query: { limit: 1 }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  return data?.openCount;
}
