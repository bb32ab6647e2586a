import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { merchantsSummary } from '@zawadi/contract/merchants-admin';
import { listMerchants } from '@zawadi/contract/merchants';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import type { MerchantFilters } from './merchant-search.ts';

const PAGE_SIZE = 50;

/** The merchants, page after page, the newest first. */
export function useMerchants(filters: MerchantFilters) {
  return useInfiniteQuery({
    queryKey: queryKeys.adminMerchantList(filters),
    queryFn: async ({ pageParam, signal }) => {
      try {
        const body = { ...filters, after: pageParam, limit: PAGE_SIZE };
        return await call(listMerchants, { body, signal });
      } catch (error) {
        if (!signal.aborted) toast.error('Failed to fetch merchants');
        throw error;
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.merchantId),
    placeholderData: keepPreviousData,
  });
}

/** How many merchants there are in each state, and what was redeemed at them. */
export function useMerchantsSummary() {
  return useQuery({
    queryKey: queryKeys.adminMerchantSummary,
    queryFn: ({ signal }) => call(merchantsSummary, { signal }),
  });
}
