import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readFeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { useCallback } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Fees and limits: what is in force, what is coming, and what was. */
export function useFeesAndLimits() {
  return useQuery({
    queryKey: queryKeys.feesAndLimits,
    queryFn: ({ signal }) => call(readFeesAndLimits, { signal }),
  });
}

/** Reloads after a change, also one of another administrator. */
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
