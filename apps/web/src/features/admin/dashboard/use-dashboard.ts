import { useQuery } from '@tanstack/react-query';
import { adminDashboard } from '@zawadi/contract/reports-dashboard';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';

const REFRESH_EVERY_MS = 30_000;

/** Loads the dashboard's figures, and refetches them while they are on the screen. */
export function useDashboard() {
  return useQuery({
    queryKey: adminQueryKeys.adminDashboard,
    queryFn: ({ signal }) => call(adminDashboard, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
  });
}
