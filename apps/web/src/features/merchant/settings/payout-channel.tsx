import type { MerchantSettings } from '@zawadi/contract/merchants-settings';
import { lazy, Suspense, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { payoutChannelText } from './payout-channel-text.ts';
import { SettlementsHeld } from './settlements-held.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say, translated } from '../../../i18n/say.ts';

// The dialog loads when it opens, because the settings page is large already.
const ChangePayoutChannel = lazy(async () => ({
  default: (await import('./change-payout-channel.tsx')).ChangePayoutChannel,
}));

type PayoutChannelProps = { settings: MerchantSettings; isOwner: boolean };

/** The current pay-out channel, and the next one with its start date. */
export function PayoutChannel({ settings, isOwner }: PayoutChannelProps) {
  const { payoutChannel, nextPayoutChannel } = settings;
  const [isOpen, setOpen] = useState(false);
  return (
    <Sheet
      title={say('Pay-out channel')}
      isPadded
      action={
        isOwner && (
          <Button variant="secondary" small onClick={() => setOpen(true)}>
            {payoutChannel === null ? say('Set channel') : say('Change channel')}
          </Button>
        )
      }
    >
      <div className="stack">
        {payoutChannel === null && nextPayoutChannel === null && (
          <Alert tone="warn">
            <p>
              {say('We cannot pay you yet. Please choose where your money should go.')}
              {!isOwner && ` ${say('Only the owner can do that.')}`}
            </p>
          </Alert>
        )}
        {payoutChannel !== null && (
          <dl className="facts">
            <div>
              <dt>{say('Money goes to')}</dt>
              <dd>{payoutChannelText(payoutChannel.channel)}</dd>
            </div>
            <div>
              <dt>{say('Settlements show')}</dt>
              <dd>{translated(payoutChannel.shownAs)}</dd>
            </div>
          </dl>
        )}
        {settings.areSettlementsHeld && <SettlementsHeld />}
        {nextPayoutChannel !== null && nextPayoutChannel.effectiveAt === null && (
          <Alert tone="warn">
            <p>
              <RichText
                text="<b>{channel}</b> waits until Zawadi has checked it, because your contact, password or balance was changed in the last 7 days. We may call you."
                channel={payoutChannelText(nextPayoutChannel.channel)}
              />{' '}
              {payoutChannel === null
                ? say('Until then your money stays with us.')
                : say('Until then we pay to your old channel.')}
            </p>
          </Alert>
        )}
        {nextPayoutChannel !== null && nextPayoutChannel.effectiveAt !== null && (
          <Alert>
            <p>
              <RichText
                text="From <b>{time}</b> money goes to <b>{channel}</b>. Not you? Change your password and the channel at once."
                time={appointmentText(new Date(nextPayoutChannel.effectiveAt))}
                channel={payoutChannelText(nextPayoutChannel.channel)}
              />
            </p>
          </Alert>
        )}
        {!isOwner && payoutChannel !== null && (
          <p className="tiny muted">{say('Only the owner can change this.')}</p>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <ChangePayoutChannel isFirst={payoutChannel === null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Sheet>
  );
}
