import { useQuery } from '@tanstack/react-query';
import { merchantOverview } from '@zawadi/contract/merchant-reports';
import { useLanguage } from '../../../i18n/language.ts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const REFRESH_EVERY_MS = 30_000;

/** Loads the shop's figures, and refetches them while they are on the screen. */
export function useOverview() {
  const language = useLanguage();
  return useQuery({
    queryKey: [...queryKeys.merchantOverview, language],
    queryFn: ({ signal }) => call(merchantOverview, { query: { language }, signal }),
    refetchInterval: REFRESH_EVERY_MS,
  });
}

export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;
