import { useQuery } from '@tanstack/react-query';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { call } from '../../../api/call.ts';
import { useLive } from '../../../api/live.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { isSettled } from '../order-status.ts';

// Hints bring changes at once; this look from time to time is for a hint that was lost on the way.
const LOOK_AGAIN_MS = 10_000;

/** Where a purchase stands, kept true by itself until M-PESA has decided. */
export function usePurchase(requestId: string) {
  useLive();
  return useQuery({
    queryKey: queryKeys.purchase(requestId),
    queryFn: ({ signal }) => call(purchaseDetails, { params: { requestId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && !isSettled(state.data.orderStatus) ? LOOK_AGAIN_MS : false,
  });
}
