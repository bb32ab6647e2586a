import { useQuery } from '@tanstack/react-query';
import { readWorkList } from '@zawadi/contract/work-list';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';

// Refetch often: other administrators work at the same time.
const LOOK_AGAIN_MS = 30_000;

/** Loads the work that waits for the signed-in administrator. Menu and dashboard show it. */
export function useWorkList({ isOn = true }: { isOn?: boolean } = {}) {
  return useQuery({
    queryKey: adminQueryKeys.workList,
    queryFn: ({ signal }) => call(readWorkList, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    enabled: isOn,
  });
}
