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
import { sessionStore } from './session-store.ts';
import { useSession } from './session.tsx';

type Outcome =
  | 'verified'
  | 'verified-before'
  | 'incomplete'
  /** Whether the link has expired or was used, so that the page offers to send a new link. */
  | { sentence: string; isOver: boolean };

/** Verifies after a click, never on load, because mail programs and scanners open links too. */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const { status } = useSession();
  const [settled, setSettled] = useState<Outcome>();
  const isSignedIn = status === 'signed-in';
  const outcome = token === '' ? 'incomplete' : settled;
  return (
    <Door title={say('Verify your email')}>
      {outcome === undefined ? (
        <VerifyForm key={token} token={token} onSettled={setSettled} />
      ) : (
        <div className="stack" role="status">
          <Said outcome={outcome} isSignedIn={isSignedIn} />
          <Link className={buttonClass({ wide: true })} to={onwardFrom(outcome, isSignedIn)}>
            {isSignedIn ? say('Continue') : say('Sign In')}
          </Link>
        </div>
      )}
    </Door>
  );
}

function Said({ outcome, isSignedIn }: { outcome: Outcome; isSignedIn: boolean }) {
  if (outcome === 'verified') {
    return (
      <Alert tone="success">
        <RichText text="<b>Your email is verified.</b> Thank you. Gifts sent to this address can now be added to your wallet." />
      </Alert>
    );
  }
  if (outcome === 'verified-before') {
    return (
      <Alert tone="success">{say('Your email is verified already. There is nothing left to do.')}</Alert>
    );
  }
  if (outcome === 'incomplete') {
    return (
      <Alert tone="warn">
        {say(
          'This link is not complete. Open the one in our newest email, or ask for a new one in your profile.',
        )}
      </Alert>
    );
  }
  const { sentence, isOver } = outcome;
  if (!isOver) return <Alert tone="warn">{sentence}</Alert>;
  return (
    <Alert tone="warn">
      {isSignedIn ? (
        <RichText text="<b>{sentence}</b> Ask for a new one in your profile." sentence={sentence} />
      ) : (
        <RichText
          text="<b>{sentence}</b> If you have used it before, your email is verified: just sign in. Otherwise ask for a new one in your profile."
          sentence={sentence}
        />
      )}
    </Alert>
  );
}

function onwardFrom(outcome: Outcome, isSignedIn: boolean) {
  if (!isSignedIn) return '/login';
  return outcome === 'verified' || outcome === 'verified-before' ? '/dashboard' : '/dashboard/profile';
}

type VerifyFormProps = { token: string; onSettled: (outcome: Outcome) => void };

/** Asks for the password if the server requires it, because no session of this account is open. */
function VerifyForm({ token, onSettled }: VerifyFormProps) {
  const { reload } = useSession();
  const [needsPassword, setNeedsPassword] = useState(false);
  const settle = async (error: unknown) => onSettled(await whyNot(error, reload));
  const { register, submit, isBusy, problemOf, setFocus } = useContractForm(verifyEmail, {
    schema: verifyEmail.body.pick({ password: true }),
    defaultValues: {},
    inputOf: ({ password }) => ({ body: { token, ...(needsPassword && { password }) } }),
    onSaved: async () => {
      await reload();
      onSettled('verified');
    },
    codes: { password_wrong: 'password' },
    onRefused: (error) => {
      const isAsked = codeOf(error) === 'password_required';
      if (isAsked) setNeedsPassword(true);
      return isAsked;
    },
    elsewhere: (error) => {
      if (isBriefly(error)) toast.error(sentenceOf(error), say('Your link still works.'));
      else void settle(error);
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

/**
 * Returns the outcome of a failed verification. A used link counts as a success if the user's email is verified now.
 */
async function whyNot(error: unknown, reload: () => Promise<void>): Promise<Outcome> {
  if (codeOf(error) !== 'verification_link_invalid')
    return { sentence: sentenceOf(error), isOver: codeOf(error) !== 'email_has_account' };
  await reload();
  const session = sessionStore.read();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const isDone = user?.emailVerified === true && user.pendingEmail === null;
  return isDone ? 'verified-before' : { sentence: sentenceOf(error), isOver: true };
}

function isBriefly(error: unknown): boolean {
  return error instanceof CallFailed || ['too_many_requests', 'overloaded'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof CallRefused ? error.code : '';
}
