import { useQuery } from '@tanstack/react-query';
import { listAdjustments } from '@zawadi/contract/adjustments';
import { merchantTimeline } from '@zawadi/contract/merchants-admin';
import { merchant } from '@zawadi/contract/merchants';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePages } from '../../lists/use-pages.ts';

const LATEST_ADJUSTMENTS = 10;

/** One merchant by the code in an address. */
export function useMerchantRecord(merchantCode: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchant(merchantCode),
    queryFn: async ({ signal }) => {
      try {
        // Only a merchant's own cashiers are told less than all of it.
        return merchant.parse(await call(merchantDetails, { body: { merchantCode }, signal }));
      } catch (error) {
        if (!signal.aborted) toast.error(failureText(error));
        throw error;
      }
    },
  });
}

/** The sentences of the specification: refused by the server, or not reached. */
export function failureText(error: unknown): string {
  return error instanceof CallRefused ? 'Failed to fetch merchant details' : 'Network error occurred';
}

/** What was done to a merchant, page after page, newest first. */
export function useMerchantTimeline(merchantId: string) {
  return usePages(merchantTimeline, {
    queryKey: queryKeys.adminMerchantTimeline(merchantId),
    params: { merchantId },
  });
}

/** The latest corrections of what a merchant is owed. */
export function useAdjustments(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.adjustments(merchantId),
    queryFn: ({ signal }) =>
      call(listAdjustments, { query: { merchantId, limit: LATEST_ADJUSTMENTS }, signal }),
  });
}
