import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readFeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { useCallback } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';

/** Loads current, planned and past fees and limits. */
export function useFeesAndLimits() {
  return useQuery({
    queryKey: adminQueryKeys.feesAndLimits,
    queryFn: ({ signal }) => call(readFeesAndLimits, { signal }),
  });
}

/** Returns a function that refetches fees, limits and approvals after a change. */
export function useRefreshFeesAndLimits(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [adminQueryKeys.feesAndLimits, adminQueryKeys.approvals].map(async (queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  }, [queries]);
}
