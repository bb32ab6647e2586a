import { useQueryClient } from '@tanstack/react-query';
import { history, type HistoryFilters } from '@zawadi/contract/wallets';
import { useEffect, useRef } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';
import { useDashboardStats } from './use-dashboard-stats.ts';

/** Loads the history page by page; reloads it when the latest transactions change. */
export function useHistory(filters: HistoryFilters) {
  useFreshHistory();
  return usePages(history, { queryKey: queryKeys.history(filters), query: filters });
}

// Live hints and polls refetch only the latest transactions, which is cheap. The pages reload only if those changed.
function useFreshHistory(): void {
  const queries = useQueryClient();
  const { data } = useDashboardStats();
  const latest = data && JSON.stringify(data.recentActivities);
  const before = useRef(latest);
  useEffect(() => {
    if (before.current !== undefined && before.current !== latest)
      void queries.invalidateQueries({ queryKey: ['history'] });
    before.current = latest;
  }, [latest, queries]);
}
