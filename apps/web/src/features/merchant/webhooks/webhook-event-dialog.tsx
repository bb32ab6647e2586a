import { useMutation, useQuery } from '@tanstack/react-query';
import { sendWebhookAgain } from '@zawadi/contract/webhooks';
import { readWebhookEvent, type LoggedEventDetail } from '@zawadi/contract/webhooks-log';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useRefetchWebhooks } from './use-webhooks.ts';
import { Tries } from './tries.tsx';
import { DELIVERY_STATES } from './webhook-words.ts';

type WebhookEventDialogProps = { eventId: string; onClose: () => void };

const LOOK_AGAIN_MS = 3_000;

/** One event: the exact bytes sent, every delivery attempt by address with its answer, and a button to resend. */
export function WebhookEventDialog({ eventId, onClose }: WebhookEventDialogProps) {
  const event = useQuery({
    queryKey: [...queryKeys.webhookEvents, eventId],
    queryFn: ({ signal }) => call(readWebhookEvent, { params: { eventId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ state }) => state === 'waiting') === true ? LOOK_AGAIN_MS : false,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={event.data?.type ?? say('Event')}
      actions={
        <>
          <CopyButton text={eventId} label={say('Copy event ID')} said={say('Copied!')}>
            {say('Copy event ID')}
          </CopyButton>
          <Button onClick={onClose}>{say('Close')}</Button>
        </>
      }
    >
      {event.isPending && <ListSkeleton rows={3} />}
      {event.isError && event.data === undefined && (
        <LoadFailure title={say('Failed to load the event')} of={event} />
      )}
      {event.data !== undefined && <Event event={event.data} />}
    </Dialog>
  );
}

function Event({ event }: { event: LoggedEventDetail }) {
  const { eventId, at, voucher, reference, payload, deliveries } = event;
  return (
    <>
      <Facts
        facts={[
          { label: say('Time'), value: exactTimeText(new Date(at)) },
          voucher?.codeLastFour !== undefined && {
            label: say('Voucher'),
            value: <span className="num">•••• {voucher.codeLastFour}</span>,
          },
          reference !== undefined && {
            label: say('Reference'),
            value: <span className="break">{reference}</span>,
          },
          { label: say('Event ID'), value: <span className="break">{eventId}</span> },
        ]}
      />
      {deliveries.map((delivery) => (
        <Delivery key={delivery.deliveryId} delivery={delivery} />
      ))}
      <h3>{say('Payload')}</h3>
      <pre className="snippet">{indented(payload)}</pre>
      <div>
        <CopyButton text={payload} small label={say('Copy payload')} said={say('Copied!')}>
          {say('Copy')}
        </CopyButton>
      </div>
    </>
  );
}

function Delivery({ delivery }: { delivery: LoggedEventDetail['deliveries'][number] }) {
  const { deliveryId, address, state, nextTryAt, attempts, canBeSentAgain } = delivery;
  const name = address ?? say('Removed address');
  return (
    <section className="event-delivery stack" aria-label={name}>
      <div className="spread">
        <h3 className="break">{name}</h3>
        <StatusBadge status={DELIVERY_STATES[state]} />
      </div>
      {nextTryAt !== undefined && (
        <p className="small muted">
          {say('Next try: {time}', { time: appointmentText(new Date(nextTryAt)) })}
        </p>
      )}
      {attempts.length === 0 ? (
        <p className="small muted">{say('No tries yet.')}</p>
      ) : (
        <Tries attempts={attempts} />
      )}
      {canBeSentAgain && <SendAgain deliveryId={deliveryId} name={name} />}
    </section>
  );
}

function SendAgain({ deliveryId, name }: { deliveryId: string; name: string }) {
  const refresh = useRefetchWebhooks();
  const sending = useMutation({
    mutationFn: () => call(sendWebhookAgain, { params: { deliveryId }, body: {} }),
    onSuccess: async () => {
      toast.success(say('On its way again'));
      await refresh();
    },
    onError: (error) => toast.error(sentenceOf(error, say('It could not be sent again.'))),
  });
  return (
    <div>
      <Button
        variant="secondary"
        small
        aria-label={say('Send again to {name}', { name })}
        isBusy={sending.isPending}
        busyLabel={say('Sending...')}
        onClick={() => sending.mutate()}
      >
        {say('Send again')}
      </Button>
    </div>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
