import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readFeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { useCallback } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Loads fees and limits: current, planned and past. */
export function useFeesAndLimits() {
  return useQuery({
    queryKey: queryKeys.feesAndLimits,
    queryFn: ({ signal }) => call(readFeesAndLimits, { signal }),
  });
}

/** Reloads after a change, also another administrator's. */
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
