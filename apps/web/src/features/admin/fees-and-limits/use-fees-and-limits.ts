import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readFeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { useCallback } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Loads current, planned and past fees and limits. */
export function useFeesAndLimits() {
  return useQuery({
    queryKey: queryKeys.feesAndLimits,
    queryFn: ({ signal }) => call(readFeesAndLimits, { signal }),
  });
}

/** Returns a function that refetches fees, limits and approvals after a change. */
export function useRefreshFeesAndLimits(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [queryKeys.feesAndLimits, queryKeys.approvals].map(async (queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  }, [queries]);
}
