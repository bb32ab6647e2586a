import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmPayment, purchaseDetails, type PurchaseState } from '@zawadi/contract/purchases';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { useLive } from '../../../api/live-updates/live.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';
import { isSettled } from '../order-status.ts';
import { useSettledToast } from '../use-settled-toast.ts';

// Hints bring changes at once; this look from time to time is for a hint that was lost on the way.
const LOOK_AGAIN_MS = 10_000;

const NOT_COMPLETED = 'Payment status not completed';
const NOT_COMPLETED_HINT = 'Please try again or contact support if the issue persists.';

/** The state of a purchase, kept up to date until M-PESA has decided. */
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
 * Fetch Payment: asks the server, which asks M-PESA when it does not know. `problem` is what it said last.
 * @param options.isSaidInPlace when the screen itself says that nothing is known yet
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

/** Says what a payment has become before one's eyes, unless *Fetch Payment* has just said so. */
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
