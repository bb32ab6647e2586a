import { formatKes } from '@zawadi/contract/money';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { formatMsisdn, oneTimeCode } from '@zawadi/contract/text';
import { ArrowLeft, Clock, RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { problemWith } from '../../forms/typed-fields.ts';
import { ConfirmationCode } from '../confirmation-code.tsx';
import { isSettled } from '../order-status.ts';
import type { StatusCheck } from './use-withdrawal.ts';
import { WITHDRAWAL_STEPS } from './steps.ts';
import { useSending } from './use-sending.ts';
import { canBeSent } from './withdrawal-progress.ts';
import { WithdrawalSum } from './withdrawal-sum.tsx';
import { CheckedStatus, WithdrawalWords } from './withdrawal-words.tsx';

// Needed only if the account's phone is not verified.
const VerifyPhoneHere = lazy(async () => ({
  default: (await import('../verify-phone-here.tsx')).VerifyPhoneHere,
}));

const FORM_ID = 'send-form';

type SendStepProps = {
  withdrawal: WithdrawalState;
  check: StatusCheck;
  feeBasisPoints: number;
  onWithdrawal: (withdrawal: WithdrawalState) => void;
  onBack: () => void;
  onComplete: () => void;
};

/**
 * Step 2: the last check before the money leaves the wallet. Complete sends the withdrawal; a second click only opens
 * the next step.
 */
export function SendStep({
  withdrawal,
  check,
  feeBasisPoints,
  onWithdrawal,
  onBack,
  onComplete,
}: SendStepProps) {
  const [otp, setOtp] = useState('');
  const [codeProblem, setCodeProblem] = useState<string>();
  const sending = useSending(withdrawal, onWithdrawal, onComplete);
  const isUnsent = canBeSent(withdrawal.orderStatus);
  const complete = () => {
    if (!isUnsent) return onComplete();
    // If a code is required, check it first: a request without it would only make the server send another code.
    const problem = sending.asked?.canBeTyped ? problemWith(oneTimeCode, otp) : undefined;
    setCodeProblem(problem);
    if (problem === undefined) sending.send(otp);
  };
  return (
    <div className="cols form">
      <section className="stack-5">
        <Stepper steps={WITHDRAWAL_STEPS} current={2} />
        <form
          id={FORM_ID}
          className="sheet"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!sending.isBusy) complete();
          }}
        >
          <div className="prompt">
            {isUnsent ? <SendWords withdrawal={withdrawal} /> : <WithdrawalWords withdrawal={withdrawal} />}
            {sending.asked !== undefined && (
              <ConfirmationCode
                asked={sending.asked}
                code={otp}
                onCode={setOtp}
                problem={codeProblem ?? sending.refusedCode}
                onNewCode={sending.sendNewCode}
                isBusy={sending.isBusy}
              />
            )}
          </div>
        </form>
        {sending.needsPhone && (
          <Suspense>
            <div className="sheet pad">
              <VerifyPhoneHere onVerified={sending.sendVerified} />
            </div>
          </Suspense>
        )}
        {!isSettled(withdrawal.orderStatus) && (
          <Alert icon={Clock}>
            {say('Processing may take 1-5 minutes. You will get an SMS confirmation.')}
          </Alert>
        )}
        <CheckedStatus withdrawal={withdrawal} check={check} />
        <SendActions check={check} isSending={sending.isBusy} isMain={!sending.needsPhone} onBack={onBack} />
      </section>
      {withdrawal.orderStatus !== 'CANCELED' && (
        <aside className="stack sticky">
          <div className="sheet pad">
            <WithdrawalSum
              sum={{ gross: withdrawal.amount, fee: withdrawal.fee, net: withdrawal.paidOut }}
              feeBasisPoints={feeBasisPoints}
            />
          </div>
        </aside>
      )}
    </div>
  );
}

type SendActionsProps = Pick<SendStepProps, 'check' | 'onBack'> & {
  isSending: boolean;
  /** Whether sending is the main action now. */
  isMain: boolean;
};

function SendActions({ check, isSending, isMain, onBack }: SendActionsProps) {
  return (
    <div className="actions">
      <Button variant="secondary" className="px-4" onClick={onBack} disabled={isSending || check.isBusy}>
        <Icon of={ArrowLeft} />
        {say('Back')}
      </Button>
      <Button
        variant="secondary"
        className="px-4"
        onClick={check.run}
        isBusy={check.isBusy}
        busyLabel={say('Checking...')}
      >
        <Icon of={RefreshCw} />
        {say('Check Status')}
      </Button>
      <Button
        type="submit"
        form={FORM_ID}
        variant={isMain ? 'primary' : 'secondary'}
        className="push"
        isBusy={isSending}
        busyLabel={say('Sending...')}
      >
        {say('Complete')}
      </Button>
    </div>
  );
}

function SendWords({ withdrawal }: { withdrawal: WithdrawalState }) {
  return (
    <div className="stack-2" aria-live="polite">
      <h2 className="text-xl text-balance">
        {say('Send {amount} to M-PESA', { amount: formatKes(withdrawal.paidOut) })}
      </h2>
      <p className="muted mx-auto max-w-[34ch] text-balance">
        <RichText
          text="Send it to {phone}? You can still go back."
          phone={<b className="num nowrap text-ink">{formatMsisdn(withdrawal.msisdn)}</b>}
        />
      </p>
    </div>
  );
}
