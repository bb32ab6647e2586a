import { useQuery } from '@tanstack/react-query';
import { withdrawalStatus } from '@zawadi/contract/withdrawals';
import { call } from '../../../api/call.ts';
import { useLive } from '../../../api/live.ts';
import { queryKeys } from '../../../api/query-keys.ts';

// Hints bring changes at once; this look from time to time is for a hint that was lost on the way.
const LOOK_AGAIN_MS = 10_000;

/** Where a withdrawal stands, kept true by itself while M-PESA has not decided. */
export function useWithdrawal(requestId: string) {
  useLive();
  return useQuery({
    queryKey: queryKeys.withdrawal(requestId),
    queryFn: ({ signal }) => call(withdrawalStatus, { body: { requestId }, signal }),
    refetchInterval: ({ state }) => (state.data?.orderStatus === 'PENDING' ? LOOK_AGAIN_MS : false),
  });
}
