import { startPurchase, type PurchaseState } from '@zawadi/contract/purchases';
import { msisdn } from '@zawadi/contract/text';
import { useForm, type UseFormSetError } from 'react-hook-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { PhoneField } from '../../../ui/field.tsx';
import { countdownText } from '../../../ui/time-text.ts';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';
import { showRefusal } from '../../forms/show-refusal.ts';
import { VerifyPhoneAlert } from '../verify-phone-alert.tsx';

/** Two minutes: how long M-PESA refuses the same amount to the same phone (result code 17). */
const REPEATED_SECONDS = 120;

/** Refusals that are over by themselves after a while, and how long that takes when the server does not say. */
const waits: Partial<Record<string, number>> = {
  prompt_repeated: REPEATED_SECONDS,
  prompt_open: 0,
  too_many_requests: 0,
};

type PayerFormProps = { purchase: PurchaseState; onPurchase: (purchase: PurchaseState) => void };

/** Which M-PESA number pays: one's own by default, shown and changeable before every prompt. */
export function PayerForm({ purchase, onPurchase }: PayerFormProps) {
  const form = useForm<PayerFields>({
    defaultValues: { payer: purchase.partyA },
    resolver: resolverOf(({ payer }) => problemsOf({ payer: problemWith(msisdn, payer) })),
  });
  const prompt = usePrompt(purchase, form.setError, onPurchase);
  const waitSeconds = useSecondsLeft(laterOf(purchase.retryAt, prompt.retryAtMs));
  const isWaiting = waitSeconds > 0;
  return (
    <form
      className="stack w-full max-w-88 text-left"
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ payer }) => prompt.send(payer))(event)}
    >
      {prompt.isPhoneUnverified && <VerifyPhoneAlert />}
      {isWaiting && prompt.waitReason !== undefined && (
        <Alert tone="warn" isLive>
          {prompt.waitReason}
        </Alert>
      )}
      <PhoneField
        label={say('M-PESA number that pays')}
        {...form.register('payer')}
        error={form.formState.errors.payer?.message}
        help={say('Yours, unless someone else pays')}
        aria-required
      />
      <Button
        type="submit"
        wide
        disabled={isWaiting}
        isBusy={prompt.isBusy}
        busyLabel={say('Sending prompt...')}
      >
        {isWaiting ? say('Try again in {time}', { time: countdownText(waitSeconds) }) : sendLabel(purchase)}
      </Button>
    </form>
  );
}

function sendLabel({ orderStatus }: PurchaseState): string {
  return orderStatus === 'CANCELED' ? say('Try again') : say('Send M-PESA prompt');
}

type PayerFields = { payer: string };

/** Sends the prompt of a purchase to a payer's phone, and knows why that cannot be done right now. */
function usePrompt(
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

/** The later of what the purchase says and what the last refusal said, in milliseconds; 0 when neither does. */
export function laterOf(retryAt: string | undefined, refusedUntilMs: number | undefined): number {
  return Math.max(retryAt === undefined ? 0 : Date.parse(retryAt), refusedUntilMs ?? 0);
}

/** Until when a refused prompt need not be tried again; undefined for a refusal that waiting does not heal. */
export function refusedUntil(
  { code, retryAfterSeconds }: { code: string; retryAfterSeconds?: number },
  nowMs: number,
): number | undefined {
  const seconds = code in waits ? (retryAfterSeconds ?? waits[code] ?? 0) : 0;
  return seconds > 0 ? nowMs + seconds * 1000 : undefined;
}
