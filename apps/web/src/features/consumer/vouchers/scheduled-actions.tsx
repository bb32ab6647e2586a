import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { CalendarDays, Send } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

export type ScheduledQuestion = 'move' | 'send' | 'cancel';

/** A buyer's actions on a scheduled gift. */
export function ScheduledActions({
  gift,
  onAsk,
}: {
  gift: SentGift;
  onAsk: (question: ScheduledQuestion) => void;
}) {
  return (
    <>
      <Button wide onClick={() => onAsk('move')}>
        <Icon of={CalendarDays} />
        {say('Change the day')}
      </Button>
      <Button variant="secondary" onClick={() => onAsk('send')}>
        <Icon of={Send} />
        {say('Send now')}
      </Button>
      {gift.canBeCancelled && (
        <Button variant="secondary" onClick={() => onAsk('cancel')}>
          {say('Cancel the gift')}
        </Button>
      )}
    </>
  );
}
