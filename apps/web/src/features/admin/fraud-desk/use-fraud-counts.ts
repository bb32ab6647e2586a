import { useQuery } from '@tanstack/react-query';
import { countDeskAlerts } from '@zawadi/contract/fraud-desk';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const LOOK_AGAIN_MS = 30_000;

/** How many fraud alerts are open, how many nobody has taken, and which of those waits longest. */
export function useFraudCounts() {
  return useQuery({
    queryKey: queryKeys.fraudCounts,
    queryFn: ({ signal }) => call(countDeskAlerts, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
