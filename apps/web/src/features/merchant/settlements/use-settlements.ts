import { useQuery } from '@tanstack/react-query';
import { settlementDetail, settlementSummary, settlementTransactions } from '@zawadi/contract/settlements';
import { settlementCalendar } from '@zawadi/contract/settlements-on-demand';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

// M-PESA needs seconds to minutes for a pay-out. Poll, so that an open page shows its completion.
const PAYOUT_POLL_MS = 10_000;

export function useSettlementSummary() {
  return useQuery({
    queryKey: queryKeys.settlementSummary,
    queryFn: ({ signal }) => call(settlementSummary, { signal }),
  });
}

/** Loads when the next batches come. Polls while a batch is on its way. */
export function useSettlementCalendar() {
  return useQuery({
    queryKey: queryKeys.settlementCalendar,
    queryFn: ({ signal }) => call(settlementCalendar, { signal }),
    refetchInterval: ({ state }) => ((state.data?.onTheWay.length ?? 0) > 0 ? PAYOUT_POLL_MS : false),
  });
}

/** Loads one batch, and polls while its pay-out is in transit. */
export function useSettlement(batchId: string) {
  return useQuery({
    queryKey: queryKeys.settlement(batchId),
    queryFn: ({ signal }) => call(settlementDetail, { params: { batchId }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.settlement.status) ? PAYOUT_POLL_MS : false),
  });
}

/** Loads the transactions of one batch, newest first. */
export function useSettlementTransactions(batchId: string) {
  return usePages(settlementTransactions, {
    queryKey: queryKeys.settlementTransactions(batchId),
    params: { batchId },
  });
}

function isUnderWay(status: string | undefined): boolean {
  return status === 'Pending' || status === 'Processing';
}
