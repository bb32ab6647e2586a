import { useQuery } from '@tanstack/react-query';
import { systemHealth } from '@zawadi/contract/system-health';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';

const REFRESH_EVERY_MS = 30_000;

/** Loads the system's health, and refetches it while the screen is open. */
export function useHealth() {
  return useQuery({
    queryKey: adminQueryKeys.systemHealth,
    queryFn: ({ signal }) => call(systemHealth, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
  });
}
