import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { merchantTransactions } from '@zawadi/contract/merchant-lists';
import type { MerchantTransactionFilters } from '@zawadi/contract/merchant-lists';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Redemptions at this merchant, page after page; the totals of the whole set come with the first. */
export function useTransactions(filters: MerchantTransactionFilters) {
  return useInfiniteQuery({
    queryKey: queryKeys.merchantTransactions(filters),
    queryFn: ({ pageParam, signal }) =>
      call(merchantTransactions, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}
