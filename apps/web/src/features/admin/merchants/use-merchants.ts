import { useQuery } from '@tanstack/react-query';
import { listMerchants, merchantsSummary } from '@zawadi/contract/merchants-admin';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePages } from '../../lists/use-pages.ts';
import type { MerchantFilters } from './merchant-search.ts';

const PAGE_SIZE = 50;

/** Loads the merchants, page by page, newest first. */
export function useMerchants(filters: MerchantFilters) {
  return usePages(listMerchants, {
    queryKey: adminQueryKeys.adminMerchantList(filters),
    inputOf: (after) => ({ body: { ...filters, after, limit: PAGE_SIZE } }),
    nextOf: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.merchantId),
    onFailed: () => toast.error('Failed to fetch merchants'),
  });
}

/** Loads the number of merchants by status, and their redemptions. */
export function useMerchantsSummary() {
  return useQuery({
    queryKey: adminQueryKeys.adminMerchantSummary,
    queryFn: ({ signal }) => call(merchantsSummary, { signal }),
  });
}
