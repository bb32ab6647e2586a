import type { MerchantSettings } from '@zawadi/contract/merchants-settings';
import { lazy, Suspense, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { payoutChannelText } from './payout-channel-text.ts';

// Dialogs are fetched when they are opened: the page is heavy as it is.
const ChangePayoutChannel = lazy(async () => ({
  default: (await import('./change-payout-channel.tsx')).ChangePayoutChannel,
}));

type PayoutChannelProps = { settings: MerchantSettings; isOwner: boolean };

/** Where money goes now, and from when it will go elsewhere. */
export function PayoutChannel({ settings, isOwner }: PayoutChannelProps) {
  const { payoutChannel, nextPayoutChannel } = settings;
  const [isOpen, setOpen] = useState(false);
  return (
    <Sheet
      title="Pay-out channel"
      isPadded
      action={
        isOwner && (
          <Button variant="secondary" small onClick={() => setOpen(true)}>
            {payoutChannel === null ? 'Set channel' : 'Change channel'}
          </Button>
        )
      }
    >
      <div className="stack">
        {payoutChannel === null ? (
          <Alert tone="warn">
            <p>
              Nothing is paid out yet: say where your money should go.
              {!isOwner && ' Only the owner can do that.'}
            </p>
          </Alert>
        ) : (
          <dl className="facts">
            <div>
              <dt>Money goes to</dt>
              <dd>{payoutChannelText(payoutChannel.channel)}</dd>
            </div>
            <div>
              <dt>Settlements show</dt>
              <dd>{payoutChannel.shownAs}</dd>
            </div>
          </dl>
        )}
        {nextPayoutChannel !== null && (
          <Alert>
            <p>
              From <b className="strong">{appointmentText(new Date(nextPayoutChannel.effectiveAt))}</b> money
              goes to <b className="strong">{payoutChannelText(nextPayoutChannel.channel)}</b>. Not you?
              Change your password and the channel at once.
            </p>
          </Alert>
        )}
        {!isOwner && payoutChannel !== null && <p className="tiny muted">Only the owner changes this.</p>}
      </div>
      {isOpen && (
        <Suspense>
          <ChangePayoutChannel isFirst={payoutChannel === null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Sheet>
  );
}
