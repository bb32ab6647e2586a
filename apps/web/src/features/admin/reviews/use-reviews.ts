import { useQuery } from '@tanstack/react-query';
import { listReviews, readReview, type Review } from '@zawadi/contract/reviews';
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

/** Finds one case: in the loaded rows, otherwise by a request, because a link may name a case that is not listed. */
export function useReview(
  reviewId: string | undefined,
  rows: readonly Review[] | undefined,
): { review: Review | undefined; isError: boolean } {
  const row = rows?.find((one) => one.reviewId === reviewId);
  const isMissing = reviewId !== undefined && rows !== undefined && row === undefined;
  const { data, isError } = useQuery({
    queryKey: adminQueryKeys.review(reviewId ?? ''),
    queryFn: ({ signal }) => call(readReview, { params: { reviewId: reviewId ?? '' }, signal }),
    enabled: isMissing,
  });
  return { review: row ?? (isMissing ? data : undefined), isError: isMissing && isError };
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
