import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmPayment, purchaseDetails, type PurchaseState } from '@zawadi/contract/purchases';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { useLive } from '../../../api/live-updates/live.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';
import { isSettled } from '../order-status.ts';
import { useSettledToast } from '../use-settled-toast.ts';

// Live hints announce changes at once; this poll covers lost hints.
const LOOK_AGAIN_MS = 10_000;

const NOT_COMPLETED = 'Payment status not completed';
const NOT_COMPLETED_HINT = 'Please try again or contact support if the issue persists.';

/** Loads a purchase, and keeps it current until M-PESA sends the result. */
export function usePurchase(requestId: string) {
  useLive();
  return useQuery({
    queryKey: queryKeys.purchase(requestId),
    queryFn: ({ signal }) => call(purchaseDetails, { params: { requestId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && !isSettled(state.data.orderStatus) ? LOOK_AGAIN_MS : false,
  });
}

/**
 * The action of Fetch Payment: calls the server, which queries M-PESA if it has no result yet. `problem` is the
 * server's last sentence.
 * @param options.isSaidInPlace whether the screen itself shows that there is no result yet
 */
export function useFetchPayment(
  { requestId, billReferenceNumber }: Pick<PurchaseState, 'requestId' | 'billReferenceNumber'>,
  { isSaidInPlace = false } = {},
) {
  const queries = useQueryClient();
  const fetching = useMutation({
    mutationKey: fetchKey(requestId),
    mutationFn: () =>
      call(confirmPayment, { headers: { 'x-requestid': requestId }, body: { billReferenceNumber } }),
    onSuccess: () => toast.success(say('Payment fetched successfully!')),
    onError: (error) => {
      if (!isNotCompleted(error)) toast.error(sentenceOf(error, say(NOT_COMPLETED)));
      else if (!isSaidInPlace) toast.error(say(NOT_COMPLETED), say(NOT_COMPLETED_HINT));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.purchase(requestId) }),
  });
  return {
    fetch: () => fetching.mutate(),
    isBusy: fetching.isPending,
    problem: isNotCompleted(fetching.error) ? say(NOT_COMPLETED) : undefined,
  };
}

/** Shows a toast when the purchase changes while on the screen, unless *Fetch Payment* has just shown the same. */
export function usePurchaseToast(purchase: PurchaseState | undefined, requestId: string): void {
  const queries = useQueryClient();
  useSettledToast(
    purchase?.orderStatus,
    'Payment completed successfully!',
    () => queries.isMutating({ mutationKey: fetchKey(requestId) }) > 0,
  );
}

function fetchKey(requestId: string) {
  return ['fetch-payment', requestId];
}

function isNotCompleted(error: unknown): boolean {
  return (
    error instanceof CallRefused && (error.code === 'payment_pending' || error.code === 'payment_canceled')
  );
}
