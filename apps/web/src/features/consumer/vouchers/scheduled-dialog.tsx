import { moveGift, sendGiftNow, type SentGift } from '@zawadi/contract/vouchers-gifts';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Calendar } from '../../../ui/calendar.tsx';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { CancelDialog } from '../refunds/cancel-dialog.tsx';
import type { ScheduledQuestion } from './scheduled-actions.tsx';
import {
  deliverAt,
  deliveryDays,
  deliveryProblem,
  HOUR_OPTIONS,
  nairobiHour,
} from '../purchases/delivery.ts';
import { useClosing } from './use-closing.ts';

type DialogProps = { gift: SentGift; onClose: () => void };

const dialogs = { move: MoveDialog, send: SendDialog, cancel: CancelDialog } as const;

/** Confirms moving, sending or cancelling a scheduled gift. */
export function ScheduledDialog({ question, ...props }: DialogProps & { question: ScheduledQuestion }) {
  const Asked = dialogs[question];
  return <Asked {...props} />;
}

function MoveDialog({ gift, onClose }: DialogProps) {
  const moment = new Date(gift.deliverAt);
  const [now] = useState(() => new Date());
  const [deliverDay, setDay] = useState(() => nairobiDay(moment));
  const [deliverHour, setHour] = useState(() => nairobiHour(moment));
  const [problem, setProblem] = useState<string>();
  const closing = useClosing(onClose);
  const { first, last } = deliveryDays(now);
  const chosen = { delivery: 'later', deliverDay, deliverHour } as const;
  return (
    <ConfirmDialog
      title={say('When should {name} get it?', { name: firstNameOf(gift.recipientName) })}
      action={say('Move to {day}', { day: dayText(deliverDay, 'short') })}
      dismiss={keep(gift)}
      check={() => {
        const found = deliveryProblem(chosen, new Date());
        setProblem(found);
        return found === undefined;
      }}
      confirm={() =>
        call(moveGift, { body: { voucherId: gift.voucherId, deliverAt: deliverAt(chosen) ?? '' } })
      }
      {...closing}
    >
      <Calendar
        today={nairobiDay(now)}
        min={first}
        max={last}
        from={deliverDay}
        to={deliverDay}
        onPick={setDay}
      />
      <SelectField
        label={say('Hour')}
        value={deliverHour}
        onChange={({ target }) => setHour(target.value)}
        options={HOUR_OPTIONS}
        help={say('Time in Nairobi')}
        error={problem}
      />
    </ConfirmDialog>
  );
}

function SendDialog({ gift, onClose }: DialogProps) {
  const name = firstNameOf(gift.recipientName);
  const closing = useClosing(onClose);
  return (
    <ConfirmDialog
      title={say('Send it to {name} now?', { name })}
      action={say('Send now')}
      dismiss={keep(gift)}
      busyLabel={say('Sending...')}
      confirm={() => call(sendGiftNow, { body: { voucherId: gift.voucherId } })}
      {...closing}
    >
      <p className="muted">
        {say(
          '{name} gets the SMS and the email right away. After that you cannot change the day or cancel the gift.',
          {
            name,
          },
        )}
      </p>
    </ConfirmDialog>
  );
}

function keep({ deliverAt: moment }: SentGift): string {
  return say('Keep {day}', { day: dayText(nairobiDay(new Date(moment)), 'short') });
}
