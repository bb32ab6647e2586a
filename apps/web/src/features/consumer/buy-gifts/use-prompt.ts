import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startPurchase, type PurchaseState } from '@zawadi/contract/purchases';
import type { UseFormSetError } from 'react-hook-form';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { refusedUntil } from './prompt-wait.ts';

export type PayerFields = { payer: string };

/** Sends the prompt of a purchase to a payer's phone, and knows why that cannot be done right now. */
export function usePrompt(
  purchase: PurchaseState,
  setError: UseFormSetError<PayerFields>,
  onPurchase: (purchase: PurchaseState) => void,
) {
  const queries = useQueryClient();
  const { requestId, amount, billReferenceNumber } = purchase;
  const sending = useMutation({
    mutationFn: (payer: string) =>
      call(startPurchase, {
        headers: { 'x-requestid': requestId },
        body: { transactionId: requestId, amount, partyA: payer, billReferenceNumber },
      }),
    onSuccess: (state) => {
      onPurchase(state);
      toast.success(say('Payment initiated successfully! Please check your phone.'));
    },
    onError: (error) => {
      // Whether the prompt went out is not known after a lost answer; the server's state is.
      void queries.invalidateQueries({ queryKey: queryKeys.purchase(requestId) });
      const isSaidInPlace = isRefusedAs(error, 'phone_not_verified') || waitOf(error) !== undefined;
      if (!isSaidInPlace)
        showRefusal(error, {
          fields: { partyA: 'payer' },
          setError,
          fallback: say('Failed to initiate payment'),
        });
    },
  });
  const retryAtMs = waitOf(sending.error, sending.submittedAt);
  return {
    send: (payer: string) => sending.mutate(payer),
    isBusy: sending.isPending,
    isPhoneUnverified: isRefusedAs(sending.error, 'phone_not_verified'),
    retryAtMs,
    waitReason: retryAtMs === undefined ? undefined : sending.error?.message,
  };
}

function isRefusedAs(error: unknown, code: string): boolean {
  return error instanceof CallRefused && error.code === code;
}

function waitOf(error: unknown, sinceMs = Date.now()): number | undefined {
  return error instanceof CallRefused ? refusedUntil(error, sinceMs) : undefined;
}
