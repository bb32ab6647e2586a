import { useQuery } from '@tanstack/react-query';
import { merchantTimeline } from '@zawadi/contract/merchants-admin';
import { merchant } from '@zawadi/contract/merchants';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { merchantRecord } from '@zawadi/contract/merchants-record';
import { owedToMerchants } from '@zawadi/contract/reports-ledger';
import { adminListSettlements } from '@zawadi/contract/settlements-admin';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePages } from '../../lists/use-pages.ts';

const LATEST_SETTLEMENTS = 5;

/** Loads how a merchant is paid, and who approved it. */
export function usePaidBy(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchantRecord(merchantId),
    queryFn: ({ signal }) => call(merchantRecord, { params: { merchantId }, signal }),
  });
}

/** Loads what a merchant is owed now, as in the report. */
export function useOwed(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchantOwed(merchantId),
    queryFn: async ({ signal }) =>
      (await call(owedToMerchants, { query: { merchantId, limit: 1 }, signal })).total,
  });
}

/** Loads the latest batches of a merchant. */
export function useLatestSettlements(merchantCode: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchantSettlements(merchantCode),
    queryFn: async ({ signal }) => {
      const query = { merchantCode, limit: LATEST_SETTLEMENTS };
      return (await call(adminListSettlements, { query, signal })).settlements;
    },
  });
}

/** Loads one merchant by the code in an address. */
export function useMerchantRecord(merchantCode: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchant(merchantCode),
    queryFn: async ({ signal }) => {
      try {
        // The server leaves fields out only for the merchant's own cashiers.
        return merchant.parse(await call(merchantDetails, { body: { merchantCode }, signal }));
      } catch (error) {
        if (!signal.aborted) toast.error(failureText(error));
        throw error;
      }
    },
  });
}

/** Returns the specification's sentence: refused by the server, or not reached. */
export function failureText(error: unknown): string {
  return error instanceof CallRefused ? 'Failed to fetch merchant details' : 'Network error occurred';
}

/** Loads what was done to a merchant, page by page, newest first. */
export function useMerchantTimeline(merchantId: string) {
  return usePages(merchantTimeline, {
    queryKey: queryKeys.adminMerchantTimeline(merchantId),
    params: { merchantId },
  });
}
