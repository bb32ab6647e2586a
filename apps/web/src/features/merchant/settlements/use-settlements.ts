import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  listSettlements,
  settlementDetail,
  settlementSummary,
  settlementTransactions,
} from '@zawadi/contract/settlements';
import type { SettlementFilters } from '@zawadi/contract/settlements';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

// A pay-out takes M-PESA seconds to minutes; whoever waits for it sees it arrive.
const WHILE_PAID_MS = 10_000;

export function useSettlementSummary() {
  return useQuery({
    queryKey: queryKeys.settlementSummary,
    queryFn: ({ signal }) => call(settlementSummary, { signal }),
  });
}

/** Batches, page after page; the totals are of the whole filtered set. */
export function useSettlements(filters: SettlementFilters) {
  return useInfiniteQuery({
    queryKey: queryKeys.settlements(filters),
    queryFn: ({ pageParam, signal }) =>
      call(listSettlements, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** One batch, looked at again while its money is on the way. */
export function useSettlement(batchId: string) {
  return useQuery({
    queryKey: queryKeys.settlement(batchId),
    queryFn: ({ signal }) => call(settlementDetail, { params: { batchId }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.settlement.status) ? WHILE_PAID_MS : false),
  });
}

export function useSettlementTransactions(batchId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.settlementTransactions(batchId),
    queryFn: ({ pageParam, signal }) =>
      call(settlementTransactions, { params: { batchId }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

function isUnderWay(status: string | undefined): boolean {
  return status === 'Pending' || status === 'Processing';
}
