import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readCharges } from '@zawadi/contract/admin-charges';
import { useCallback } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Fees and limits: what is in force, what is coming, and what was. */
export function useCharges() {
  return useQuery({
    queryKey: queryKeys.charges,
    queryFn: ({ signal }) => call(readCharges, { signal }),
  });
}

/** Asks again, after a change or when somebody else has made one. */
export function useRefreshCharges(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [queryKeys.charges, queryKeys.approvals].map(async (queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  }, [queries]);
}
