import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listReconciliationRuns,
  readReconciliationRun,
  type StatementAccount,
} from '@zawadi/contract/reconciliation';
import { listReconciliationItems } from '@zawadi/contract/reconciliation-items';
import type { ReconciliationItemFilters } from '@zawadi/contract/reconciliation-items';
import { useCallback } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

/** Loads compared items, page by page. */
export function useItems(filters: ReconciliationItemFilters) {
  return usePages(listReconciliationItems, {
    queryKey: adminQueryKeys.reconciliationItems(filters),
    query: filters,
  });
}

/** Loads compared M-PESA statements, page by page. */
export function useRuns(filters: { account?: StatementAccount }) {
  return usePages(listReconciliationRuns, {
    queryKey: adminQueryKeys.reconciliationRuns(filters),
    query: filters,
  });
}

/** Loads one comparison with its figures. */
export function useRun(runId: string) {
  return useQuery({
    queryKey: adminQueryKeys.reconciliationRun(runId),
    queryFn: ({ signal }) => call(readReconciliationRun, { params: { runId }, signal }),
  });
}

/** Returns a function that refetches all reconciliation data on the screen. */
export function useRefreshReconciliation(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async () => queries.invalidateQueries({ queryKey: adminQueryKeys.reconciliation }),
    [queries],
  );
}
