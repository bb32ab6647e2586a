import { useQueryClient } from '@tanstack/react-query';
import { cancelGift } from '@zawadi/contract/refunds';
import { moveGift, sendGiftNow, type SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Calendar } from '../../../ui/calendar.tsx';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { ScheduledQuestion } from './scheduled-actions.tsx';
import {
  deliverAt,
  deliveryDays,
  deliveryProblem,
  HOUR_OPTIONS,
  nairobiHour,
} from '../buy-gifts/delivery.ts';

type DialogProps = { gift: SentGift; onClose: () => void };

const dialogs = { move: MoveDialog, send: SendDialog, cancel: CancelDialog } as const;

/** The question before a gift is moved, sent or cancelled. */
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
        {say('{name} gets the SMS and the email in a moment. Then it can no longer be moved or cancelled.', {
          name,
        })}
      </p>
    </ConfirmDialog>
  );
}

/** Says where the money goes before it is asked back. */
function CancelDialog({ gift, onClose }: DialogProps) {
  const name = firstNameOf(gift.recipientName);
  const closing = useClosing(onClose);
  const amount = <b className="num text-ink">{formatKes(gift.paid ?? gift.value)}</b>;
  return (
    <ConfirmDialog
      title={say('Cancel the gift to {name}?', { name })}
      action={say('Cancel the gift')}
      dismiss={say('Keep the gift')}
      busyLabel={say('Cancelling...')}
      variant="danger"
      confirm={() => call(cancelGift, { body: { voucherId: gift.voucherId } })}
      {...closing}
    >
      <p className="muted">
        {gift.payerMsisdn === undefined ? (
          <RichText
            text="The whole {amount}, fee included, goes back to the number that paid, on M-PESA. {name} is not told."
            amount={amount}
            name={name}
          />
        ) : (
          <RichText
            text="The whole {amount}, fee included, goes back to {phone} on M-PESA. {name} is not told."
            amount={amount}
            phone={<span className="nowrap num">{formatMsisdn(gift.payerMsisdn)}</span>}
            name={name}
          />
        )}
      </p>
      <Alert>{say('What M-PESA cannot take back comes into your Zawadi wallet.')}</Alert>
    </ConfirmDialog>
  );
}

/** What is shown is asked for again when the dialog goes: after a refusal the gift may have been sent meanwhile. */
function useClosing(onClose: () => void) {
  const queries = useQueryClient();
  const close = () => {
    for (const queryKey of [queryKeys.vouchers, queryKeys.purchases, queryKeys.wallet]) {
      void queries.invalidateQueries({ queryKey });
    }
    onClose();
  };
  return { onDone: close, onClose: close };
}

function keep({ deliverAt: moment }: SentGift): string {
  return say('Keep {day}', { day: dayText(nairobiDay(new Date(moment)), 'short') });
}
