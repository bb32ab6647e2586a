import { useQuery } from '@tanstack/react-query';
import { adminSettlementDetail, adminSettlementTransactions } from '@zawadi/contract/settlements-admin';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

// A pay-out takes M-PESA seconds to minutes; a reader of the page sees it arrive.
const WHILE_PAID_MS = 5_000;

/** One batch, looked at again while its money is on the way. */
export function useAdminSettlement(batchId: string) {
  return useQuery({
    queryKey: queryKeys.adminSettlement(batchId),
    queryFn: ({ signal }) => call(adminSettlementDetail, { params: { batchId }, signal }),
    refetchInterval: ({ state }) => (state.data?.settlement.status === 'Processing' ? WHILE_PAID_MS : false),
  });
}

/** What is in one batch, newest first. */
export function useAdminSettlementTransactions(batchId: string) {
  return usePages(adminSettlementTransactions, {
    queryKey: queryKeys.adminSettlementTransactions(batchId),
    params: { batchId },
  });
}
