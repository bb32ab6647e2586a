import { useQuery } from '@tanstack/react-query';
import { listAlerts } from '@zawadi/contract/alerts';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';

const REFRESH_EVERY_MS = 30_000;

/** Loads the system's problems, and refetches them while they are on the screen. */
export function useAlerts() {
  return useQuery({
    queryKey: adminQueryKeys.alerts,
    queryFn: ({ signal }) => call(listAlerts, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
  });
}
