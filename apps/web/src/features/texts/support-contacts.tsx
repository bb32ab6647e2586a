import { Link } from '@tanstack/react-router';
import type { PublicSettings } from '@zawadi/contract/settings';
import { Lock, Mail, Phone } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { say } from '../../i18n/say.ts';
import { buttonClass } from '../../ui/button.tsx';
import { weekdayLetters } from '../../ui/calendar-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePublicSettings } from '../consumer/settings/use-public-settings.ts';
import { useSession } from '../session/session.tsx';

// Only a signed-in consumer needs the dialogs.
const OwnFreeze = lazy(async () => ({
  default: (await import('../consumer/wallet-freeze/own-freeze.tsx')).OwnFreeze,
}));

/** Freezes a wallet in two clicks if its owner is signed in here; others confirm by SMS. */
export function FreezeHere() {
  const { user } = useSession();
  return (
    <section className="sheet pad stack">
      <h2>{say('Phone stolen, or money moving that is not you?')}</h2>
      <p className="muted">{say('Freeze your wallet first. No money leaves it until you open it again.')}</p>
      <div className="row">
        {user === undefined ? (
          <FreezeBySms />
        ) : (
          <Suspense fallback={<FreezeBySms />}>
            <OwnFreeze />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function FreezeBySms() {
  return (
    <Link to="/freeze" className={buttonClass()}>
      <Icon of={Lock} />
      {say('Freeze my wallet')}
    </Link>
  );
}

/** Phone number and hours, if the operator has set them, and the address. */
export function SupportContacts() {
  const { data } = usePublicSettings();
  if (data === undefined) return null;
  const { phone, hours, email } = data.support;
  return (
    <section className="sheet pad stack">
      <h2>{say('Talk to us')}</h2>
      <p>
        <Link to="/dashboard/support" className={buttonClass({ variant: 'secondary' })}>
          <Icon of={Mail} />
          {say('Write to us')}
        </Link>
      </p>
      {phone !== undefined && (
        <p>
          <a className="strong num inline-flex items-center gap-2" href={`tel:${phone.replaceAll(' ', '')}`}>
            <Icon of={Phone} />
            {phone}
          </a>
          {hours !== undefined && <span className="block small muted">{hoursText(hours)}</span>}
          <span className="block small muted">
            {say(
              'If your phone is gone, we call you back on the number of your account and freeze your wallet.',
            )}
          </span>
        </p>
      )}
      <p>
        <a className="strong inline-flex items-center gap-2" href={`mailto:${email}`}>
          <Icon of={Mail} />
          {email}
        </a>
        <span className="block small muted">
          {say(
            'Tell us the reference on your screen; never your password, your PIN or the code of a voucher.',
          )}
        </span>
      </p>
    </section>
  );
}

type Hours = NonNullable<PublicSettings['support']['hours']>;

/** Formats "Monday to Saturday, 08:00 to 20:00", or day and night. */
function hoursText({ firstDay, lastDay, opens, closes }: Hours): string {
  if (closes === '24:00') return say('Every day, day and night');
  const days = weekdayLetters();
  const [first, last] = [firstDay, lastDay].map((day) => days[day - 1]?.long ?? '');
  if (firstDay === lastDay) return say('{day}, {opens} to {closes}', { day: first ?? '', opens, closes });
  return say('{first} to {last}, {opens} to {closes}', {
    first: first ?? '',
    last: last ?? '',
    opens,
    closes,
  });
}
