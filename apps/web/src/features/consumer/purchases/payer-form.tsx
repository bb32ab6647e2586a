import { startPurchase, type PurchaseState } from '@zawadi/contract/purchases';
import { msisdn } from '@zawadi/contract/text';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useForm, useWatch, type UseFormSetError } from 'react-hook-form';
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
import { useSession, useUser } from '../../session/session.tsx';

// Needed only if the buyer's phone is not verified yet.
const VerifyPhoneHere = lazy(async () => ({
  default: (await import('../verify-phone-here.tsx')).VerifyPhoneHere,
}));

/** For two minutes, M-PESA refuses a second prompt with the same amount to the same phone (result code 17). */
const REPEATED_SECONDS = 120;

/** Seconds until a temporary refusal ends, if the server sends no wait. */
const waits: Partial<Record<string, number>> = {
  prompt_repeated: REPEATED_SECONDS,
  prompt_open: 0,
  too_many_requests: 0,
};

/** The reason why a phone number gets no prompt now. */
type Refused = { reason: string; untilMs: number | undefined; isOfNumber: boolean };

type PayerFormProps = {
  purchase: PurchaseState;
  onPurchase: (purchase: PurchaseState) => void;
  /** Receives the typed phone number in M-PESA's format; undefined while it is invalid. */
  onPayer: (payer: string | undefined) => void;
  /** Called when this number gets no more prompts today, so that only paying by hand remains. */
  onBlocked: () => void;
};

/**
 * Chooses the M-PESA number that pays. Default: the buyer's own number. The number is visible and editable before every
 * prompt.
 */
export function PayerForm({ purchase, onPurchase, onPayer, onBlocked }: PayerFormProps) {
  const user = useUser();
  const { reload } = useSession();
  const form = useForm<PayerFields>({
    defaultValues: { payer: purchase.partyA },
    resolver: resolverOf(({ payer }) => problemsOf({ payer: problemWith(msisdn, payer) })),
  });
  const payer = msisdn.safeParse(useWatch({ control: form.control, name: 'payer' })).data;
  useEffect(() => onPayer(payer), [payer, onPayer]);
  /**
   * The account's unverified phone number. If the buyer corrects it while verifying, the new number becomes the payer.
   */
  const [unverified, setUnverified] = useState<string>();
  const prompt = usePrompt(purchase, {
    setError: form.setError,
    onPurchase,
    onBlocked,
    onUnverified: () => {
      // Another account may just have verified this number. Reload first, because the reminder at the top of the page
      // moves the form down.
      void reload().finally(() => setUnverified(user.phoneNumber));
    },
  });
  const refused = prompt.refusedOf(payer);
  // A prompt that M-PESA did not answer blocks the purchase, whichever phone pays.
  const isHeld = payer === purchase.partyA || purchase.prompt?.isUnanswered === true;
  const retryAt = isHeld ? purchase.retryAt : undefined;
  const waitSeconds = useSecondsLeft(laterOf(retryAt, refused?.untilMs));
  const isWaiting = waitSeconds > 0;
  const isBlocked = refused !== undefined && refused.untilMs === undefined;
  if (unverified !== undefined) {
    return (
      <Suspense>
        <VerifyPhoneHere
          onVerified={() => {
            const paying = payer === undefined || payer === unverified ? user.phoneNumber : payer;
            form.setValue('payer', paying);
            setUnverified(undefined);
            prompt.send(paying);
          }}
        />
      </Suspense>
    );
  }
  return (
    <form
      className="stack w-full max-w-88 text-left"
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((typed) =>
          user.phoneVerified ? prompt.send(typed.payer) : setUnverified(user.phoneNumber),
        )(event)
      }
    >
      {refused !== undefined && (isWaiting || isBlocked) && (
        <Alert tone="warn" isLive>
          {refused.reason}
        </Alert>
      )}
      <PhoneField
        label={say('M-PESA number that pays')}
        {...form.register('payer')}
        error={form.formState.errors.payer?.message}
        help={say('Change it if someone else is paying')}
        aria-required
      />
      <Button
        type="submit"
        wide
        disabled={isWaiting || isBlocked}
        isBusy={prompt.isBusy}
        busyLabel={say('Sending prompt...')}
      >
        {isWaiting ? say('Try again in {time}', { time: countdownText(waitSeconds) }) : sendLabel(purchase)}
      </Button>
    </form>
  );
}

function sendLabel({ orderStatus, prompt }: PurchaseState): string {
  return orderStatus === 'CANCELED' || prompt?.isUnanswered ? say('Try again') : say('Send M-PESA prompt');
}

type PayerFields = { payer: string };

type PromptOptions = Pick<PayerFormProps, 'onPurchase' | 'onBlocked'> & {
  setError: UseFormSetError<PayerFields>;
  onUnverified: () => void;
};

/** Sends the prompt of a purchase to a phone. Remembers which phone numbers get no prompt now, and why. */
function usePrompt(
  { requestId, amount, billReferenceNumber }: PurchaseState,
  { setError, onPurchase, onBlocked, onUnverified }: PromptOptions,
) {
  const queries = useQueryClient();
  const [refusedOf, setRefusedOf] = useState<Partial<Record<string, Refused>>>({});
  const sending = useMutation({
    mutationFn: (payer: string) =>
      call(startPurchase, {
        headers: { 'x-requestid': requestId },
        body: { transactionId: requestId, amount, partyA: payer, billReferenceNumber },
      }),
    onSuccess: (state) => {
      onPurchase(state);
      // The page itself says that M-PESA does not answer.
      if (state.prompt?.isUnanswered) return;
      toast.success(say('Payment initiated successfully! Please check your phone.'));
    },
    onError: (error, payer) => {
      // If the answer was lost, only the purchase's state on the server shows whether the prompt was sent.
      void queries.invalidateQueries({ queryKey: queryKeys.purchase(requestId) });
      const code = error instanceof CallRefused ? error.code : undefined;
      const refused = error instanceof CallRefused ? refusalOf(error, Date.now()) : undefined;
      if (code === 'phone_not_verified') return onUnverified();
      if (refused === undefined) {
        showRefusal(error, {
          fields: { partyA: 'payer' },
          setError,
          fallback: say('Failed to initiate payment'),
        });
        return;
      }
      // M-PESA limits prompts per phone number; the API limits requests per account.
      const key = refused.isOfNumber ? msisdn.parse(payer) : ANY_NUMBER;
      setRefusedOf((others) => ({ ...others, [key]: refused }));
      if (refused.untilMs === undefined) onBlocked();
    },
  });
  return {
    send: (payer: string) => sending.mutate(payer),
    isBusy: sending.isPending,
    refusedOf: (payer = ''): Refused | undefined => refusedOf[payer] ?? refusedOf[ANY_NUMBER],
  };
}

const ANY_NUMBER = 'any';

/** Returns how a refusal blocks the next attempt; undefined if a field or a toast shows the refusal. */
function refusalOf(error: CallRefused, nowMs: number): Refused | undefined {
  const untilMs = refusedUntil(error, nowMs);
  const isBlocked = error.code === 'prompts_exhausted';
  if (untilMs === undefined && !isBlocked) return undefined;
  return { reason: error.message, untilMs, isOfNumber: error.code !== 'too_many_requests' };
}

/** Returns the later end of the purchase's wait and the last refusal's wait (ms since 1970); 0 if there is none. */
export function laterOf(retryAt: string | undefined, refusedUntilMs: number | undefined): number {
  return Math.max(retryAt === undefined ? 0 : Date.parse(retryAt), refusedUntilMs ?? 0);
}

/** Returns when a refused prompt may be repeated (ms since 1970); undefined for a permanent refusal. */
export function refusedUntil(
  { code, retryAfterSeconds }: { code: string; retryAfterSeconds?: number },
  nowMs: number,
): number | undefined {
  const seconds = code in waits ? (retryAfterSeconds ?? waits[code] ?? 0) : 0;
  return seconds > 0 ? nowMs + seconds * 1000 : undefined;
}
