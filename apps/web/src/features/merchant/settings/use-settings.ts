import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readMerchantSettings, type MerchantSettings } from '@zawadi/contract/merchants-settings';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSession } from '../../session/session.tsx';

/** Loads the merchant's settings, for owners and managers. */
export function useSettings() {
  return useQuery({
    queryKey: queryKeys.merchantSettings,
    queryFn: ({ signal }) => call(readMerchantSettings, { signal }),
  });
}

/** Returns a function that shows saved settings: in the form, in the page's frame, and by a toast. */
export function useSavedSettings() {
  const queries = useQueryClient();
  const { reload } = useSession();
  return async (saved: MerchantSettings, words: string) => {
    queries.setQueryData(queryKeys.merchantSettings, saved);
    toast.success(words);
    await reload();
  };
}
