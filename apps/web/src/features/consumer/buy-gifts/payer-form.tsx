import type { PurchaseState } from '@zawadi/contract/purchases';
import { msisdn } from '@zawadi/contract/text';
import { useForm } from 'react-hook-form';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { PhoneField } from '../../../ui/field.tsx';
import { countdownText } from '../../../ui/time-text.ts';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';
import { VerifyPhoneAlert } from '../verify-phone-alert.tsx';
import { laterOf } from './prompt-wait.ts';
import { usePrompt, type PayerFields } from './use-prompt.ts';

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
        help={say('Yours, unless somebody else pays')}
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
