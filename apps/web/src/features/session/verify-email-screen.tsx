import { Link } from '@tanstack/react-router';
import { verifyEmail } from '@zawadi/contract/users';
import { useEffect, useState } from 'react';
import { CallFailed, CallRefused, sentenceOf } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Door } from './door.tsx';
import { useLinkToken } from './link-token.ts';
import { useSession } from './session.tsx';

type Outcome = { isVerified: true } | { isVerified: false; sentence: string };

/** Verifies when the button is pressed, never by loading: mail programs and scanners open links, too. */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const { status } = useSession();
  const [outcome, setOutcome] = useState<Outcome>();
  const isSignedIn = status === 'signed-in';
  return (
    <Door title={say('Verify your email')}>
      {outcome === undefined ? (
        <VerifyForm key={token} token={token} onSettled={setOutcome} />
      ) : (
        <div className="stack" role="status">
          {outcome.isVerified ? (
            <Alert tone="success">
              <RichText text="<b>Your email is verified.</b> Thank you. Gifts sent to this address can now be added to your wallet." />
            </Alert>
          ) : (
            <Alert tone="warn">
              <RichText
                text="<b>{sentence}</b> Your profile sends you a new one."
                sentence={outcome.sentence}
              />
            </Alert>
          )}
          <Link className={buttonClass({ wide: true })} to={onwardFrom(outcome, isSignedIn)}>
            {isSignedIn ? say('Continue') : say('Sign In')}
          </Link>
        </div>
      )}
    </Door>
  );
}

function onwardFrom({ isVerified }: Outcome, isSignedIn: boolean) {
  if (!isSignedIn) return '/login';
  return isVerified ? '/dashboard' : '/dashboard/profile';
}

type VerifyFormProps = { token: string; onSettled: (outcome: Outcome) => void };

/** The password is asked for where the server wants it: outside a session of the account. */
function VerifyForm({ token, onSettled }: VerifyFormProps) {
  const { reload } = useSession();
  const [needsPassword, setNeedsPassword] = useState(false);
  const { register, submit, isBusy, problemOf, setFocus } = useContractForm(verifyEmail, {
    schema: verifyEmail.body.pick({ password: true }),
    defaultValues: {},
    inputOf: ({ password }) => ({ body: { token, ...(needsPassword && { password }) } }),
    onSaved: async () => {
      await reload();
      onSettled({ isVerified: true });
    },
    codes: { password_wrong: 'password' },
    onRefused: (error) => {
      const isAsked = codeOf(error) === 'password_required';
      if (isAsked) setNeedsPassword(true);
      return isAsked;
    },
    elsewhere: (error) => {
      if (isBriefly(error)) toast.error(sentenceOf(error), say('Your link is still good.'));
      else onSettled({ isVerified: false, sentence: sentenceOf(error) });
    },
  });
  useEffect(() => {
    if (needsPassword) setFocus('password');
  }, [needsPassword, setFocus]);
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted">
        {needsPassword
          ? say('Enter the password of your account, so that no one else can use your address.')
          : say('Press the button to confirm that this address is yours.')}
      </p>
      {needsPassword && (
        <PasswordField label={say('Password')} error={problemOf('password')} {...register('password')} />
      )}
      <Button type="submit" wide isBusy={isBusy} busyLabel={say('Verifying...')}>
        {say('Confirm my address')}
      </Button>
      {needsPassword && (
        <p className="small centred">
          <RichText
            text="No account of yours, or no password? <link>Set a new password</link>"
            link={<Link to="/forgot-password" />}
          />
        </p>
      )}
    </form>
  );
}

function isBriefly(error: unknown): boolean {
  return error instanceof CallFailed || ['too_many_requests', 'overloaded'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof CallRefused ? error.code : '';
}
