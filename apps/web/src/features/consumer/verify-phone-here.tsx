import { generatePhoneOtp, verifyPhone } from '@zawadi/contract/users';
import { updateProfile } from '@zawadi/contract/users-profile';
import { formatMsisdn, msisdn } from '@zawadi/contract/text';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call, CallRefused, sentenceOf } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { useSecondsLeft } from '../../ui/countdown-ring.tsx';
import { PhoneField } from '../../ui/field.tsx';
import { countdownText } from '../../ui/time-text.ts';
import { readDraft, writeDraft } from '../forms/draft.ts';
import { showRefusal } from '../forms/show-refusal.ts';
import { problemsOf, problemWith, resolverOf } from '../forms/typed-fields.ts';
import { useContractForm } from '../forms/use-contract-form.ts';
import { useSession, useUser } from '../session/session.tsx';

// Needed only if the person changes the number, which requires the password.
const NewContact = lazy(async () => ({ default: (await import('./profile/edit-profile.tsx')).NewContact }));

const VALID_MS = 10 * 60_000;
/** Wait before offering to send again: an SMS takes a while to arrive. */
const SEND_AGAIN_MS = 30_000;

type VerifyPhoneHereProps = {
  /** Called after the phone is verified; continues with the action that needed it. */
  onVerified: () => void;
};

/** Verifies the account's phone on the page that needs a verified phone. */
export function VerifyPhoneHere({ onVerified }: VerifyPhoneHereProps) {
  const { phoneNumber } = useUser();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <section className="stack w-full max-w-88 text-left" aria-label={say('Verify your phone')}>
      <h3>{say('Verify your phone')}</h3>
      {isChanging || phoneNumber === '' ? (
        <OtherNumber onChosen={() => setIsChanging(false)} />
      ) : (
        <EnterCode
          key={phoneNumber}
          phoneNumber={phoneNumber}
          onVerified={onVerified}
          onChange={() => setIsChanging(true)}
        />
      )}
    </section>
  );
}

type EnterCodeProps = VerifyPhoneHereProps & { phoneNumber: string; onChange: () => void };

function EnterCode({ phoneNumber, onVerified, onChange }: EnterCodeProps) {
  const { reload } = useSession();
  const goOn = async () => {
    await reload();
    onVerified();
  };
  const code = useSentCode(phoneNumber, goOn);
  const waitSeconds = Math.min(useSecondsLeft(code.sentAtMs + SEND_AGAIN_MS), SEND_AGAIN_MS / 1000);
  const { register, submit, isBusy, problemOf, setFocus } = useContractForm(verifyPhone, {
    schema: verifyPhone.body,
    defaultValues: { otp: '' },
    onSaved: goOn,
    codes: { verification_code_invalid: 'otp', phone_not_given: 'otp', too_many_requests: 'otp' },
    onRefused: (error) => {
      if (!isVerifiedElsewhere(error)) return false;
      void goOn();
      return true;
    },
  });
  useEffect(() => setFocus('otp'), [setFocus]);
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="small muted" aria-live="polite">
        <RichText
          text="We sent a 6-digit code by SMS to {phone}. Enter it to continue."
          phone={<b className="strong num nowrap">{formatMsisdn(phoneNumber)}</b>}
        />
      </p>
      <CodeField
        label={say('Verification code')}
        error={problemOf('otp') ?? code.problem}
        {...register('otp')}
      />
      <Button type="submit" wide isBusy={isBusy} busyLabel={say('Verifying...')}>
        {say('Verify')}
      </Button>
      <div className="actions">
        {/* This button is first: the other one's label changes while the code is sent, and would move this button. */}
        <Button variant="quiet" small onClick={onChange}>
          {say('Change number')}
        </Button>
        <Button
          variant="secondary"
          small
          disabled={waitSeconds > 0}
          isBusy={code.isSending}
          busyLabel={say('Sending...')}
          onClick={code.send}
        >
          {waitSeconds > 0
            ? say('Send again in {time}', { time: countdownText(waitSeconds) })
            : say('Send Again')}
        </Button>
      </div>
    </form>
  );
}

const sentCodeSchema = z.object({ phoneNumber: z.string(), sentAtMs: z.number() });
const SENT_CODE = 'phone-code';

/** Sends the code at once; does not send a second code while the first is valid. */
function useSentCode(phoneNumber: string, onVerifiedElsewhere: () => Promise<void>) {
  const { id: userId } = useUser();
  const readSentAtMs = useCallback(() => {
    const sent = readDraft(SENT_CODE, userId, sentCodeSchema);
    return sent?.phoneNumber === phoneNumber ? sent.sentAtMs : 0;
  }, [userId, phoneNumber]);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const sentAtMs = Date.now();
      // Save this before the request, so that a reload does not request a second code. An account gets three codes an
      // hour.
      writeDraft(SENT_CODE, userId, { phoneNumber, sentAtMs });
      await call(generatePhoneOtp, { body: {} });
      return sentAtMs;
    },
    onError: (refused) => {
      writeDraft(SENT_CODE, userId, null);
      if (isVerifiedElsewhere(refused)) void onVerifiedElsewhere();
    },
  });
  useEffect(() => {
    if (Date.now() - readSentAtMs() > VALID_MS) mutate();
  }, [readSentAtMs, mutate]);
  return {
    send: () => mutate(),
    sentAtMs: data ?? readSentAtMs(),
    isSending: isPending,
    problem: error === null || isVerifiedElsewhere(error) ? undefined : sentenceOf(error),
  };
}

function isVerifiedElsewhere(error: unknown): boolean {
  return error instanceof CallRefused && error.code === 'phone_already_verified';
}

/** Changes the account's phone number; asks for the password, as the profile does. */
function OtherNumber({ onChosen }: { onChosen: () => void }) {
  const { phoneNumber } = useUser();
  const { reload } = useSession();
  const [unproven, setUnproven] = useState<string>();
  const form = useForm({
    defaultValues: { phone: phoneNumber },
    resolver: resolverOf(({ phone }) => problemsOf({ phone: problemWith(msisdn, phone) })),
  });
  const show = (error: unknown) =>
    showRefusal(error, { fields: { phone: 'phone', phoneNumber: 'phone' }, setError: form.setError });
  const save = async (phone: string, proof = {}) => {
    await call(updateProfile, { body: { phone, ...proof } });
    await reload();
    onChosen();
  };
  const submit = form.handleSubmit(async (typed) => {
    const phone = msisdn.parse(typed.phone);
    if (phone === phoneNumber) return onChosen();
    try {
      await save(phone);
    } catch (error) {
      if (error instanceof CallRefused && error.code === 'password_required') setUnproven(phone);
      else show(error);
    }
  });
  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <PhoneField
          label={say('Phone number')}
          {...form.register('phone')}
          error={form.formState.errors.phone?.message}
          aria-required
        />
        <div className="actions">
          <Button type="submit" isBusy={form.formState.isSubmitting} busyLabel={say('Sending...')}>
            {say('Send Code')}
          </Button>
          {phoneNumber !== '' && (
            <Button variant="secondary" onClick={onChosen}>
              {say('Cancel')}
            </Button>
          )}
        </div>
      </form>
      {unproven !== undefined && (
        <Suspense>
          <NewContact
            save={(proof) => save(unproven, proof)}
            onRefused={(error) => {
              setUnproven(undefined);
              show(error);
            }}
            onClose={() => setUnproven(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
