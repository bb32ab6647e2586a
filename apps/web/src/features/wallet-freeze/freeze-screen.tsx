import { Link } from '@tanstack/react-router';
import { freezeByLink, freezeByPhone, sendFreezeCode } from '@zawadi/contract/wallet-freeze';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { PhoneField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Door } from '../session/door.tsx';
import { useLinkToken } from '../session/link-token.ts';

/**
 * Freezes a wallet without a sign-in: with the link in one of our messages, or with a code sent to the verified phone
 * number.
 */
export function FreezeScreen() {
  const token = useLinkToken();
  const [phone, setPhone] = useState<string>();
  const [isFrozen, setFrozen] = useState(false);
  const freeze = () => setFrozen(true);
  return (
    <Door
      title={say('Freeze your wallet')}
      intro={say(
        'No money leaves a frozen wallet. Gifts still come in, and payments on their way are completed.',
      )}
    >
      {isFrozen && <Frozen />}
      {!isFrozen && token !== '' && <ByLink token={token} onFrozen={freeze} />}
      {!isFrozen && token === '' && phone === undefined && <TypePhone onSent={setPhone} />}
      {!isFrozen && token === '' && phone !== undefined && (
        <TypeCode phone={phone} onFrozen={freeze} onBack={() => setPhone(undefined)} />
      )}
    </Door>
  );
}

/** Freezes after a click, never on load, because scanners open links too. */
function ByLink({ token, onFrozen }: { token: string; onFrozen: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const press = async () => {
    setBusy(true);
    try {
      await call(freezeByLink, { body: { token } });
      onFrozen();
    } catch (error) {
      const isOver = error instanceof CallRefused && error.code !== 'too_many_requests';
      if (isOver) setRefusal(sentenceOf(error));
      else toast.error(sentenceOf(error), say('Your link still works.'));
    } finally {
      setBusy(false);
    }
  };
  if (refusal !== undefined) {
    return (
      <div className="stack" role="status">
        <Alert tone="warn">
          <RichText
            text="<b>{sentence}</b> If you cannot sign in or something is strange, set a new password and write to our support."
            sentence={refusal}
          />
        </Alert>
        <NextSteps />
      </div>
    );
  }
  return (
    <div className="stack">
      <p className="muted">
        {say(
          'Press the button if you did not do what our message says. We then freeze your wallet, so that no money leaves it, and sign out every device. Gifts still come in.',
        )}
      </p>
      <Button
        variant="danger"
        wide
        isBusy={isBusy}
        busyLabel={say('Freezing...')}
        onClick={() => void press()}
      >
        {say('Freeze my wallet')}
      </Button>
      <p className="small muted">{say('If it was you, close this page: nothing has happened.')}</p>
    </div>
  );
}

function TypePhone({ onSent }: { onSent: (phone: string) => void }) {
  const { register, submit, isBusy, problemOf } = useContractForm(sendFreezeCode, {
    schema: sendFreezeCode.body,
    defaultValues: { phone: '' },
    onSaved: (_answer, { phone }) => onSent(phone),
    fallback: say('Failed to freeze your wallet. Please try again.'),
  });
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted">
        {say(
          'We send a code by SMS to the number that you have verified with us. You do not need your password.',
        )}
      </p>
      <PhoneField label={say('Phone number')} error={problemOf('phone')} {...register('phone')} />
      <Button type="submit" wide isBusy={isBusy} busyLabel={say('Sending...')}>
        {say('Send me a code')}
      </Button>
      <p className="small centred">
        <Link to="/support">{say('Lost the number too? Ask our support')}</Link>
      </p>
      <p className="small centred">
        <Link to="/login">{say('Back to sign in')}</Link>
      </p>
    </form>
  );
}

type TypeCodeProps = { phone: string; onFrozen: () => void; onBack: () => void };

function TypeCode({ phone, onFrozen, onBack }: TypeCodeProps) {
  const { register, submit, isBusy, problemOf } = useContractForm(freezeByPhone, {
    schema: freezeByPhone.body,
    defaultValues: { phone, otp: '' },
    onSaved: onFrozen,
    codes: { reset_link_only: 'otp' },
    fallback: say('Failed to freeze your wallet. Please try again.'),
  });
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted" role="status">
        {say(
          'If this number is verified with us, we sent it a code. Enter it here, or open the link in that SMS.',
        )}
      </p>
      <CodeField
        label={say('Verification code')}
        help={say('6 digits')}
        error={problemOf('otp')}
        {...register('otp')}
      />
      <Button type="submit" variant="danger" wide isBusy={isBusy} busyLabel={say('Freezing...')}>
        {say('Freeze my wallet')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {say('Use another number')}
      </Button>
    </form>
  );
}

function Frozen() {
  return (
    <div className="stack" role="status">
      <Alert tone="success">
        <RichText text="<b>Your wallet is frozen.</b> No money leaves it, and every device is signed out." />
      </Alert>
      <p className="muted">
        {say(
          'Set a new password if someone else may know yours. Then open the wallet again in your profile.',
        )}
      </p>
      <NextSteps />
    </div>
  );
}

function NextSteps() {
  return (
    <>
      <Link className={buttonClass({ wide: true })} to="/forgot-password">
        {say('Set a new password')}
      </Link>
      <p className="small centred">
        <Link to="/support">{say('Write to support')}</Link>
      </p>
    </>
  );
}
