import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { lazy, Suspense, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import './gifts.css';
import { isSmsDoubtful } from './sent-gift-words.ts';
import { SmsWarning } from './sms-warning.tsx';

// Loaded when they open, because they need the form library.
const SentGiftDialog = lazy(async () => ({
  default: (await import('./sent-gift-dialog.tsx')).SentGiftDialog,
}));
const CorrectRecipient = lazy(async () => ({
  default: (await import('./sent-gift-dialog.tsx')).CorrectRecipient,
}));

/** The warning with its two ways out: *Send again* and *Correct recipient*. */
export function UndeliveredGift({ gift }: { gift: SentGift }) {
  const [opened, setOpened] = useState<'gift' | 'correction'>();
  const onClose = () => setOpened(undefined);
  if (!isSmsDoubtful(gift) && opened === undefined) return null;
  return (
    <div className="grid w-full gap-3 text-left">
      <SmsWarning gift={gift} />
      <div className="gift-actions">
        <Button onClick={() => setOpened('gift')}>{say('Send again')}</Button>
        {gift.canBeCorrected && (
          <Button variant="secondary" onClick={() => setOpened('correction')}>
            {say('Correct recipient')}
          </Button>
        )}
      </div>
      <Suspense>
        {opened === 'gift' && <SentGiftDialog gift={gift} onClose={onClose} />}
        {opened === 'correction' && <CorrectRecipient gift={gift} onClose={onClose} />}
      </Suspense>
    </div>
  );
}
