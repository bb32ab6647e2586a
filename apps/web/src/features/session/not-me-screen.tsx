import { Link } from '@tanstack/react-router';
import { objectToContactChange, type ObjectedChange } from '@zawadi/contract/users-profile';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { useLinkToken } from './link-token.ts';

type Outcome = { objected: ObjectedChange } | { sentence: string };

/** Revokes a new email or phone number after a click, never on load, because mail scanners open links too. */
export function NotMeScreen() {
  return <NotMe area="consumer" object={(token) => call(objectToContactChange, { body: { token } })} />;
}

/** Revokes a new contact of a merchant. */
export function MerchantNotMeScreen() {
  return <NotMe area="merchant" object={objectForMerchant} />;
}

/**
 * Objects to a merchant's contact that administrators replaced. Pay-outs are on hold until two administrators have
 * reviewed it.
 */
export function ContactMovedScreen() {
  return <NotMe area="merchant" isAboutPayOuts object={objectForMerchant} />;
}

// Loaded only here, because consumers do not need the merchants' contract.
async function objectForMerchant(token: string): Promise<ObjectedChange> {
  const { objectToMerchantContactChange } = await import('@zawadi/contract/merchants-account');
  return call(objectToMerchantContactChange, { body: { token } });
}

type Area = 'consumer' | 'merchant';
type NotMeProps = {
  area: Area;
  isAboutPayOuts?: boolean;
  object: (token: string) => Promise<ObjectedChange>;
};

function NotMe({ area, isAboutPayOuts = false, object }: NotMeProps) {
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      setOutcome({ objected: await object(token) });
    } catch (error) {
      const isOver = error instanceof CallRefused && error.code !== 'too_many_requests';
      if (isOver) setOutcome({ sentence: sentenceOf(error) });
      else toast.error(sentenceOf(error), say('Your link still works.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Door area={area} title={say('Was this not you?')}>
      {outcome === undefined ? (
        <div className="stack">
          <p className="muted">
            {isAboutPayOuts
              ? say(
                  'Press the button if your business did not ask Zawadi for a new contact. We then stop pay-outs until two of us have checked. You can keep selling.',
                )
              : say(
                  'Press the button if you did not ask for a new email or phone number. We keep or restore your old one, sign out every device, and stop withdrawals until you set a new password.',
                )}
          </p>
          <Button
            variant="danger"
            wide
            isBusy={isBusy}
            busyLabel={say('Stopping it...')}
            onClick={() => void press()}
          >
            {say('This was not me')}
          </Button>
          <p className="small muted">{say('If it was you, close this page: nothing has happened.')}</p>
        </div>
      ) : (
        <Settled area={area} isAboutPayOuts={isAboutPayOuts} outcome={outcome} />
      )}
    </Door>
  );
}

const FORGOT = { consumer: '/forgot-password', merchant: '/merchant/forgot-password' } as const;

type SettledProps = { area: Area; isAboutPayOuts: boolean; outcome: Outcome };

function Settled({ area, isAboutPayOuts, outcome }: SettledProps) {
  if (isAboutPayOuts) return <Held outcome={outcome} />;
  return (
    <div className="stack" role="status">
      {'objected' in outcome ? (
        <Alert tone="success">
          <RichText
            text="<b>Your account is safe.</b> It has {contact} again. Now set a new password: someone else knows the old one."
            contact={<b className="nowrap">{outcome.objected.kept}</b>}
          />
        </Alert>
      ) : (
        <Alert tone="warn">
          <RichText
            text="<b>{sentence}</b> If you cannot sign in or something is strange, set a new password and write to our support."
            sentence={outcome.sentence}
          />
        </Alert>
      )}
      <Link className={buttonClass({ wide: true })} to={FORGOT[area]}>
        {say('Set a new password')}
      </Link>
      <p className="small centred">
        <Link to="/support">{say('Write to support')}</Link>
      </p>
    </div>
  );
}

function Held({ outcome }: { outcome: Outcome }) {
  return (
    <div className="stack" role="status">
      {'objected' in outcome ? (
        <Alert tone="success">
          <RichText text="<b>We have stopped pay-outs.</b> Two of us are checking now. Please write to our support and say how to reach you." />
        </Alert>
      ) : (
        <Alert tone="warn">
          <RichText
            text="<b>{sentence}</b> If your business did not ask for a new contact, write to our support."
            sentence={outcome.sentence}
          />
        </Alert>
      )}
      <Link className={buttonClass({ wide: true })} to="/support">
        {say('Write to support')}
      </Link>
    </div>
  );
}
