import { useQuery } from '@tanstack/react-query';
import { merchantTimeline } from '@zawadi/contract/merchants-admin';
import { merchant } from '@zawadi/contract/merchants';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { merchantRecord } from '@zawadi/contract/merchants-record';
import { owedToMerchants } from '@zawadi/contract/reports-ledger';
import { adminListSettlements } from '@zawadi/contract/settlements-admin';
import { call, CallRefused } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePages } from '../../lists/use-pages.ts';

const LATEST_SETTLEMENTS = 5;

/** Loads a merchant's pay-out channels, staff and opening hours, and who approved the merchant. */
export function usePaidBy(merchantId: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminMerchantRecord(merchantId),
    queryFn: ({ signal }) => call(merchantRecord, { params: { merchantId }, signal }),
  });
}

/** Loads what we owe a merchant now, as in the report. */
export function useOwed(merchantId: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminMerchantOwed(merchantId),
    queryFn: async ({ signal }) =>
      (await call(owedToMerchants, { query: { merchantId, limit: 1 }, signal })).total,
  });
}

/** Loads the latest settlement batches of a merchant. */
export function useLatestSettlements(merchantCode: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminMerchantSettlements(merchantCode),
    queryFn: async ({ signal }) => {
      const query = { merchantCode, limit: LATEST_SETTLEMENTS };
      return (await call(adminListSettlements, { query, signal })).settlements;
    },
  });
}

/** Loads one merchant by the merchant code in the URL. */
export function useMerchantRecord(merchantCode: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminMerchant(merchantCode),
    queryFn: async ({ signal }) => {
      try {
        // Parsing succeeds: the server leaves fields out only for the merchant's own cashiers.
        return merchant.parse(await call(merchantDetails, { body: { merchantCode }, signal }));
      } catch (error) {
        if (!signal.aborted) toast.error(failureText(error));
        throw error;
      }
    },
  });
}

/** Returns the specification's sentence for a refusal by the server or a network failure. */
export function failureText(error: unknown): string {
  return error instanceof CallRefused ? 'Failed to fetch merchant details' : 'Network error occurred';
}

/** Loads the actions on a merchant, page by page, newest first. */
export function useMerchantTimeline(merchantId: string) {
  return usePages(merchantTimeline, {
    queryKey: adminQueryKeys.adminMerchantTimeline(merchantId),
    params: { merchantId },
  });
}
