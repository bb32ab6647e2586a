import { useQuery } from '@tanstack/react-query';
import { publicSettings } from '@zawadi/contract/settings';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const FRESH_MS = 5 * 60_000;

/** Loads the fees, limits and features that the operator has set. */
export function usePublicSettings() {
  return useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => call(publicSettings, { signal }),
    staleTime: FRESH_MS,
  });
}
