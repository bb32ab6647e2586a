import { useMutation, useQuery } from '@tanstack/react-query';
import type { OrderStatus } from '@zawadi/contract/purchases';
import { withdrawalStatus, type WithdrawalState } from '@zawadi/contract/withdrawals';
import { call, sentenceOf } from '../../../api/call.ts';
import { useLive } from '../../../api/live-updates/live.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';

// Live hints announce changes at once; this poll covers lost hints.
const LOOK_AGAIN_MS = 10_000;

/** Loads a withdrawal, and keeps it current until M-PESA sends the result. */
export function useWithdrawal(requestId: string) {
  useLive();
  return useQuery({
    queryKey: queryKeys.withdrawal(requestId),
    queryFn: ({ signal }) => call(withdrawalStatus, { body: { requestId }, signal }),
    refetchInterval: ({ state }) => (state.data?.orderStatus === 'PENDING' ? LOOK_AGAIN_MS : false),
  });
}

/** The action of Check Status: calls the server, which queries M-PESA while the result is unknown. */
export type StatusCheck = {
  run: () => void;
  isBusy: boolean;
  /** The last answer after a click, with its time (ms since 1970). */
  answer: { atMs: number; orderStatus: OrderStatus } | undefined;
};

type Refetched = { data: WithdrawalState | undefined; error: Error | null };

/** Returns the state of the check. It is busy only after a click, not while the screen polls. */
export function useStatusCheck(refetch: () => Promise<Refetched>): StatusCheck {
  const checking = useMutation({
    mutationFn: async () => {
      const { data, error } = await refetch();
      if (error !== null) throw error;
      return data && { atMs: Date.now(), orderStatus: data.orderStatus };
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return { run: () => checking.mutate(), isBusy: checking.isPending, answer: checking.data };
}
