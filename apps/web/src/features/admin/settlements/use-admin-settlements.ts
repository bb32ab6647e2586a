import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  adminListSettlements,
  adminSettlementDetail,
  adminSettlementTransactions,
} from '@zawadi/contract/admin-settlements';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AdminSettlementFilters } from './admin-settlement-search.ts';

// A pay-out takes M-PESA seconds to minutes; whoever waits for it sees it arrive.
const WHILE_PAID_MS = 5_000;

/** Batches of all merchants, page after page. */
export function useAdminSettlements(filters: AdminSettlementFilters) {
  return useInfiniteQuery({
    queryKey: queryKeys.adminSettlementList(filters),
    queryFn: ({ pageParam, signal }) =>
      call(adminListSettlements, { query: { ...settlementQuery(filters), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** What the server is asked for. */
export function settlementQuery({ needsAttention, ...filters }: AdminSettlementFilters) {
  return { ...filters, needsAttention: needsAttention && ('true' as const) };
}

/** One batch, looked at again while its money is on the way. */
export function useAdminSettlement(batchId: string) {
  return useQuery({
    queryKey: queryKeys.adminSettlement(batchId),
    queryFn: ({ signal }) => call(adminSettlementDetail, { params: { batchId }, signal }),
    refetchInterval: ({ state }) => (state.data?.settlement.status === 'Processing' ? WHILE_PAID_MS : false),
  });
}

export function useAdminSettlementTransactions(batchId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.adminSettlementTransactions(batchId),
    queryFn: ({ pageParam, signal }) =>
      call(adminSettlementTransactions, { params: { batchId }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
