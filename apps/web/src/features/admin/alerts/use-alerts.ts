import { useQuery } from '@tanstack/react-query';
import { listAlerts } from '@zawadi/contract/alerts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const REFRESH_EVERY_MS = 30_000;

/** What needs an administrator, kept fresh on every page. */
export function useAlerts({ isOn = true }: { isOn?: boolean } = {}) {
  return useQuery({
    queryKey: queryKeys.alerts,
    queryFn: ({ signal }) => call(listAlerts, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
    enabled: isOn,
  });
}
