import { useQuery } from '@tanstack/react-query';
import { readWorkList } from '@zawadi/contract/work-list';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

// Other administrators work meanwhile.
const LOOK_AGAIN_MS = 30_000;

/** What waits for the signed-in administrator, in the menu and on the dashboard. */
export function useWorkList({ isOn = true }: { isOn?: boolean } = {}) {
  return useQuery({
    queryKey: queryKeys.workList,
    queryFn: ({ signal }) => call(readWorkList, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    enabled: isOn,
  });
}
