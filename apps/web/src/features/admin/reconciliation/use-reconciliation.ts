import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listReconciliationRuns,
  readReconciliationRun,
  type StatementAccount,
} from '@zawadi/contract/reconciliation';
import { listReconciliationItems } from '@zawadi/contract/reconciliation-items';
import type { ReconciliationItemFilters } from '@zawadi/contract/reconciliation-items';
import { useCallback } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const firstPage = undefined as string | undefined;
const nextPage = ({ nextCursor }: { nextCursor?: string | undefined }) => nextCursor;

/** What was compared, page after page. */
export function useItems(filters: ReconciliationItemFilters) {
  return useInfiniteQuery({
    queryKey: queryKeys.reconciliationItems(filters),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listReconciliationItems, { query: { ...filters, cursor }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

/** Statements that were compared, page after page. */
export function useRuns(filters: { account?: StatementAccount }) {
  return useInfiniteQuery({
    queryKey: queryKeys.reconciliationRuns(filters),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listReconciliationRuns, { query: { ...filters, cursor }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

/** One comparison with its figures. */
export function useRun(runId: string) {
  return useQuery({
    queryKey: queryKeys.reconciliationRun(runId),
    queryFn: ({ signal }) => call(readReconciliationRun, { params: { runId }, signal }),
  });
}

/** Asks again for everything about the reconciliation that is on the screen. */
export function useRefreshReconciliation(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async () => queries.invalidateQueries({ queryKey: queryKeys.reconciliation }),
    [queries],
  );
}
