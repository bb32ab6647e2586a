import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';
import type { User } from '@zawadi/contract/users';
import { generatePhoneOtp, resendEmailVerification, verifyPhone } from '@zawadi/contract/users';
import { Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { DigitBoxes } from '../../../ui/digit-boxes.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession } from '../../session/session.tsx';
import { ClaimProblem } from '../claim-problem.tsx';
import { useClaim } from '../use-claim.ts';
import { ClaimFrame } from './claim-frame.tsx';
import type { StepProps } from './claim-steps.ts';

type SignedInStepProps = StepProps & {
  user: User;
  /** Whether the person has just signed in to claim, so that the gift is added without another click. */
  isGoingOn: boolean;
};

/**
 * Step of a signed-in consumer. If the contact that received the gift is unverified, verifies it first; then one click
 * adds the gift.
 */
export function SignedInStep({ voucher, claimToken, onClaimed, user, isGoingOn }: SignedInStepProps) {
  const claim = useClaim(claimToken, onClaimed);
  const begin = useRef(claim.add);
  useEffect(() => {
    if (isGoingOn) begin.current();
  }, [isGoingOn]);
  const isUnproven = claim.error instanceof CallRefused && claim.error.code === 'claim_not_verified';
  if (isUnproven && !user.phoneVerified && user.phoneNumber !== '')
    return <ProvePhone voucher={voucher} user={user} onProven={claim.add} />;
  if (isUnproven)
    return <ProveEmail voucher={voucher} user={user} onAgain={claim.add} isBusy={claim.isBusy} />;
  return (
    <ClaimFrame
      voucher={voucher}
      title={say('Add this gift to your wallet')}
      intro={say('Signed in as {name}.', { name: `${user.firstName} ${user.lastName}` })}
    >
      <ClaimProblem error={claim.error} />
      <div className="foot-acts">
        <Button variant="accent" wide onClick={claim.add} isBusy={claim.isBusy} busyLabel={say('Adding...')}>
          <Icon of={Wallet} />
          {say('Add {amount} to my wallet', { amount: formatKes(voucher.balance) })}
        </Button>
        <Link
          to="/v/$token"
          params={{ token: claimToken }}
          className={buttonClass({ variant: 'quiet', wide: true })}
        >
          {say('Back to the gift')}
        </Link>
      </div>
    </ClaimFrame>
  );
}

// Keep this function stable across renders, so that the boxes take the focus only when they appear.
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

type ProveProps = Pick<StepProps, 'voucher'> & { user: User };

/** Verifies the person's phone number on this page; then the claim continues. */
function ProvePhone({ voucher, user, onProven }: ProveProps & { onProven: () => void }) {
  const { reload } = useSession();
  const [digits, setDigits] = useState('');
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(sentenceOf(error)));
    setBusy(false);
  };
  const send = () =>
    attempt(async () => {
      await call(generatePhoneOtp, { body: {} });
      setSent(true);
    });
  const verify = (otp: string) =>
    attempt(async () => {
      await call(verifyPhone, { body: { otp } }).catch((error: unknown) => {
        setDigits('');
        throw error;
      });
      // Call this before the reload; otherwise the step would ask for the email while the claim runs.
      onProven();
      await reload();
    });
  return (
    <ClaimFrame
      voucher={voucher}
      title={say('Verify your phone')}
      intro={
        <RichText
          text="We send a 6-digit code by SMS to {phone}. It is valid for 10 minutes."
          phone={<b className="strong num nowrap text-ink">{formatMsisdn(user.phoneNumber)}</b>}
        />
      }
    >
      {isSent && (
        <DigitBoxes
          label={say('6 digits')}
          ref={focus}
          value={digits}
          error={problem}
          onDigits={(next) => {
            setDigits(next);
            if (next.length === 6 && !isBusy) void verify(next);
          }}
        />
      )}
      {!isSent && problem !== undefined && <Alert tone="warn">{problem}</Alert>}
      <div className="foot-acts">
        <Button
          variant={isSent ? 'secondary' : 'primary'}
          wide
          isBusy={isBusy}
          busyLabel={say('Sending...')}
          onClick={() => void send()}
        >
          {isSent ? say('Send Again') : say('Send Code')}
        </Button>
      </div>
    </ClaimFrame>
  );
}

/** Shown if the gift was sent to the person's email, which is not verified yet. */
function ProveEmail({
  voucher,
  user,
  onAgain,
  isBusy,
}: ProveProps & { onAgain: () => void; isBusy: boolean }) {
  const [isSending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    await call(resendEmailVerification, { body: {} }).then(
      () => toast.success(say('Verification email sent')),
      (error: unknown) => toast.error(sentenceOf(error)),
    );
    setSending(false);
  };
  return (
    <ClaimFrame
      voucher={voucher}
      title={say('Verify your email')}
      intro={
        <RichText
          text="Press the link in our email to {email}, then come back here."
          email={<b className="strong text-ink">{user.email}</b>}
        />
      }
    >
      <div className="foot-acts">
        <Button variant="accent" wide onClick={onAgain} isBusy={isBusy} busyLabel={say('Adding...')}>
          {say('It is verified, add the gift')}
        </Button>
        <Button
          variant="secondary"
          wide
          isBusy={isSending}
          busyLabel={say('Sending...')}
          onClick={() => void resend()}
        >
          {say('Send the email again')}
        </Button>
      </div>
    </ClaimFrame>
  );
}
