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

/** What a merchant is paid and approved by. */
export function usePaidBy(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchantRecord(merchantId),
    queryFn: ({ signal }) => call(merchantRecord, { params: { merchantId }, signal }),
  });
}

/** What a merchant is owed now, as the report has it. */
export function useOwed(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchantOwed(merchantId),
    queryFn: async ({ signal }) =>
      (await call(owedToMerchants, { query: { merchantId, limit: 1 }, signal })).total,
  });
}

/** The latest batches of a merchant. */
export function useLatestSettlements(merchantCode: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchantSettlements(merchantCode),
    queryFn: async ({ signal }) => {
      const query = { merchantCode, limit: LATEST_SETTLEMENTS };
      return (await call(adminListSettlements, { query, signal })).settlements;
    },
  });
}

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
