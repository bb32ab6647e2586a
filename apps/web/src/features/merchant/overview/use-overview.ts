import { useQuery } from '@tanstack/react-query';
import { merchantOverview } from '@zawadi/contract/merchant-reports';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const REFRESH_EVERY_MS = 30_000;

/** The figures of the shop, kept fresh while they are on the screen. */
export function useOverview() {
  return useQuery({
    queryKey: queryKeys.merchantOverview,
    queryFn: ({ signal }) => call(merchantOverview, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
  });
}

export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;
