import { useQuery } from '@tanstack/react-query';
import { publicSettings } from '@zawadi/contract/settings';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const FRESH_MS = 5 * 60_000;

/**
 * Loads the fees, limits, features and stops that the operator has set.
 * @param options.checkEveryMs loads them again that often, for a screen that shows stops
 */
export function usePublicSettings({ checkEveryMs }: { checkEveryMs?: number } = {}) {
  return useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => call(publicSettings, { signal }),
    staleTime: checkEveryMs ?? FRESH_MS,
    refetchInterval: checkEveryMs ?? false,
  });
}
