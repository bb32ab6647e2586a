import { Link } from '@tanstack/react-router';
import { checkClaimCode, sendClaimCode } from '@zawadi/contract/vouchers-claim';
import { useEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { currentLanguage } from '../../../i18n/language.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { DigitBoxes } from '../../../ui/digit-boxes.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { countdownText } from '../../../ui/time-text.ts';
import type { ClaimProgress, StepProps } from './claim-steps.ts';

type Sent = NonNullable<ClaimProgress['sent']>;
type CodeProps = Pick<StepProps, 'claimToken'> &
  ClaimProgress & {
    onSent: (sent: Sent) => void;
    onProven: (proven: NonNullable<ClaimProgress['proven']>) => void;
  };
type NumberPartProps = Omit<StepProps, 'onClaimed'> &
  ClaimProgress & {
    code: ReturnType<typeof useNumberCode>;
    field: RefObject<HTMLInputElement | null>;
    children: ReactNode;
  };

/**
 * Verifies the phone number of the gift with a code, which is sent as soon as the page opens. If the number has no
 * account, `children` follow on the same page: the fields of a new one.
 */
export function NumberPart({ code, field, sent, proven, voucher, claimToken, children }: NumberPartProps) {
  const [isOther, setOther] = useState(false);
  const sender = firstNameOf(voucher.senderName);
  if (proven !== undefined) {
    return (
      <>
        <Alert tone="success" isLive>
          {say('Your number is verified.')}
        </Alert>
        {children}
      </>
    );
  }
  return (
    <>
      <form className="stack-2" noValidate onSubmit={code.submit}>
        <h2>{isOther ? say('Not my number') : say('Enter the code from our SMS')}</h2>
        {!isOther && (
          <p className="muted">
            <WhereTo sent={sent} />
          </p>
        )}
        {!isOther && !code.hasAccount && (
          <>
            <DigitBoxes
              label={say('6 digits')}
              ref={field}
              value={code.digits}
              onDigits={code.type}
              error={code.wrong}
            />
            <NextCode sent={sent} isSending={code.isSending} onAsk={code.send} />
          </>
        )}
        {code.problem !== undefined && !isOther && (
          <Alert tone="warn" isLive>
            {code.problem}
          </Alert>
        )}
        {code.hasAccount && !isOther && (
          <p className="small muted">
            <RichText
              text="Not your account? Another person may have had this number before. <link>Create an account</link> and verify the number there."
              link={<Link to="/register" search={{ from: `/v/${claimToken}` }} />}
            />
          </p>
        )}
        {isOther && (
          <Alert tone="info" isLive>
            {say(
              'We send the code only to the number this gift was sent to. If the gift came by email too, use an account with that address. Otherwise ask {sender} to write to support. You can still spend the gift in shops.',
              { sender },
            )}
          </Alert>
        )}
        <div className="actions">
          <SignInLink
            claimToken={claimToken}
            variant={code.hasAccount || isOther ? 'primary' : 'secondary'}
          />
          {isOther && (
            <Link
              to="/register"
              search={{ from: `/v/${claimToken}` }}
              className={buttonClass({ variant: 'secondary' })}
            >
              {say('Create an account')}
            </Link>
          )}
          <Button variant="quiet" onClick={() => setOther(!isOther)}>
            {isOther ? say('It is my number') : say('Not my number')}
          </Button>
        </div>
      </form>
      {!code.hasAccount && !isOther && children}
    </>
  );
}

function WhereTo({ sent }: { sent: Sent | undefined }) {
  if (sent === undefined) return say('We are sending it to the number this gift was sent to.');
  return (
    <RichText
      text="We sent it to {phone}, the number this gift was sent to."
      phone={<b className="strong num nowrap text-ink">{sent.phone}</b>}
    />
  );
}

function SignInLink({ claimToken, variant }: { claimToken: string; variant: 'primary' | 'secondary' }) {
  return (
    <Link
      to="/v/$token/claim"
      params={{ token: claimToken }}
      search={{ step: 'sign-in' }}
      className={buttonClass({ variant })}
    >
      {say('I have an account')}
    </Link>
  );
}

function NextCode({
  sent,
  isSending,
  onAsk,
}: {
  sent: Sent | undefined;
  isSending: boolean;
  onAsk: () => void;
}) {
  // The countdown's first tick comes shortly after the answer; without a maximum it would start at 1:01.
  const left = Math.min(60, useSecondsLeft(sent?.nextCodeAtMs ?? 0));
  if (isSending || left === 0) {
    return (
      <div>
        <Button variant="secondary" small isBusy={isSending} busyLabel={say('Sending...')} onClick={onAsk}>
          {say('Send a new code')}
        </Button>
      </div>
    );
  }
  return (
    <p className="help" role="timer">
      <RichText
        text="New code in {time}"
        time={<b className="strong num text-ink">{countdownText(left)}</b>}
      />
    </p>
  );
}

/** Sends the code and checks it; keeps the typed digits. */
export function useNumberCode(
  { claimToken, sent, proven, onSent, onProven }: CodeProps,
  field: RefObject<HTMLInputElement | null>,
) {
  const [digits, setDigits] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [hasAccount, setHasAccount] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isSending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      const { phone, nextCodeInSeconds } = await call(sendClaimCode, {
        body: { claimToken, language: currentLanguage() },
      });
      onSent({ phone, nextCodeAtMs: Date.now() + nextCodeInSeconds * 1000 });
      field.current?.focus();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  const check = async (otp: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onProven(await call(checkClaimCode, { body: { claimToken, otp } }));
    } catch (error) {
      if (isWrong(error)) setWrong(say('Wrong or expired code. Use the code in our newest SMS.'));
      else setProblem(sentenceOf(error));
      if (error instanceof CallRefused && error.code === 'number_has_account') setHasAccount(true);
      setDigits('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  // Sends the code when the step opens, but not again after a reload.
  const sending = useRef(send);
  const isSent = useRef(sent !== undefined || proven !== undefined);
  useEffect(() => {
    if (!isSent.current) void sending.current();
    isSent.current = true;
    field.current?.focus();
  }, [field]);

  const submit = () => {
    if (isBusy) return;
    if (digits.length === 6) void check(digits);
    else {
      setWrong(say('Please enter all six digits'));
      field.current?.focus();
    }
  };
  return {
    digits,
    wrong,
    problem,
    hasAccount,
    isBusy,
    isSending,
    send: () => void send(),
    type: (next: string) => {
      setDigits(next);
      setWrong(undefined);
      if (next.length === 6 && !isBusy) void check(next);
    },
    /** Checks the typed digits, or asks for all six. */
    require: submit,
    submit: (event: FormEvent) => {
      event.preventDefault();
      submit();
    },
  };
}

function isWrong(error: unknown): boolean {
  return (
    error instanceof CallRefused &&
    (error.code === 'verification_code_invalid' || error.code === 'validation_failed')
  );
}
