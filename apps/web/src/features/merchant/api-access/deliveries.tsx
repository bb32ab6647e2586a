import {
  readWebhookDelivery,
  sendWebhookAgain,
  webhookDeliveries,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '@zawadi/contract/webhooks';
import { webhookType } from '@zawadi/contract/webhook-events';
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { DELIVERY_STATES } from './webhook-words.ts';
import { Tries } from './tries.tsx';

const STATES = [
  { value: '', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'waiting', label: 'Waiting for a try' },
  { value: 'failed', label: 'Failed' },
];
const TYPES = [
  { value: '', label: 'All events' },
  ...webhookType.options.map((type) => ({ value: type, label: type })),
];
const LOOK_AGAIN_MS = 5_000;

/** What was sent to the webhook, what waits, and what failed. */
export function Deliveries() {
  const [state, setState] = useState('');
  const [type, setType] = useState('');
  const [opened, setOpened] = useState<string>();
  const paging = useDeliveries(state, type);
  const rows = paging.data?.pages.flatMap(({ deliveries }) => deliveries);
  return (
    <Sheet title="Deliveries">
      <div className="pad log-filters">
        <SelectField
          label="State"
          options={STATES}
          value={state}
          onChange={({ target }) => setState(target.value)}
        />
        <SelectField
          label="Event"
          options={TYPES}
          value={type}
          onChange={({ target }) => setType(target.value)}
        />
      </div>
      <EndlessTable
        caption="Deliveries"
        columns={columnsWith(setOpened)}
        rows={rows}
        rowKey={({ deliveryId }) => deliveryId}
        paging={paging}
        failed={{ title: 'Failed to load the deliveries', text: sentenceOf(paging.error) }}
        empty={
          state === '' && type === '' ? (
            <EmptyState title="Nothing was sent yet">
              Save a webhook URL above and press Test to see the first message here.
            </EmptyState>
          ) : (
            <EmptyState title="No deliveries found" />
          )
        }
        skeletonRows={4}
      />
      {opened !== undefined && <DeliveryDialog deliveryId={opened} onClose={() => setOpened(undefined)} />}
    </Sheet>
  );
}

function useDeliveries(state: string, type: string) {
  const filters = webhookDeliveries.query.pick({ state: true, type: true });
  const chosen = filters.parse({ state: state || undefined, type: type || undefined });
  return usePages(webhookDeliveries, {
    queryKey: [...queryKeys.webhookDeliveries, chosen],
    query: chosen,
    // Waiting deliveries are retried soon after.
    refetchIntervalMs: ([page, ...older]) =>
      older.length === 0 && page?.deliveries.some((one) => one.state === 'waiting') ? LOOK_AGAIN_MS : false,
  });
}

function columnsWith(open: (deliveryId: string) => void): Column<WebhookDelivery>[] {
  return [
    {
      label: 'Event',
      cardPart: 'name',
      cell: ({ type, deliveryId }) => (
        <button type="button" className="row-open" onClick={() => open(deliveryId)}>
          {type}
        </button>
      ),
    },
    { label: 'Created', cardPart: 'second', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: 'State',
      cardPart: 'state',
      cell: ({ state }) =>
        state === 'delivered' ? (
          <StatusText status={DELIVERY_STATES[state]} />
        ) : (
          <StatusBadge status={DELIVERY_STATES[state]} />
        ),
    },
    { label: 'Tries', cardPart: 'third', cell: ({ tries }) => (tries === 1 ? '1 try' : `${tries} tries`) },
    {
      label: 'Answer',
      cardPart: 'side',
      isRight: true,
      cell: answerText,
    },
  ];
}

function answerText({ lastStatus, tries }: WebhookDelivery): string {
  if (tries === 0) return '';
  return lastStatus === undefined ? 'None' : `HTTP ${lastStatus}`;
}

type DeliveryDialogProps = { deliveryId: string; onClose: () => void };

/** One event: what was sent to the byte, every try with its answer, and the way to send it again. */
function DeliveryDialog({ deliveryId, onClose }: DeliveryDialogProps) {
  const delivery = useQuery({
    queryKey: queryKeys.webhookDelivery(deliveryId),
    queryFn: ({ signal }) => call(readWebhookDelivery, { params: { deliveryId }, signal }),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={delivery.data?.type ?? 'Delivery'}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {delivery.data !== undefined && <SendAgain deliveryId={deliveryId} />}
        </>
      }
    >
      {delivery.isPending && <ListSkeleton rows={3} />}
      {delivery.isError && delivery.data === undefined && (
        <LoadFailure title="Failed to load the delivery" of={delivery} />
      )}
      {delivery.data !== undefined && <Delivery delivery={delivery.data} />}
    </Dialog>
  );
}

function Delivery({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { state, createdAt, nextTryAt, payload, attempts } = delivery;
  return (
    <>
      <div className="spread">
        <span className="small muted num">{exactTimeText(new Date(createdAt))}</span>
        <StatusBadge status={DELIVERY_STATES[state]} />
      </div>
      {nextTryAt !== undefined && (
        <p className="small muted">Next try: {appointmentText(new Date(nextTryAt))}</p>
      )}
      <h3>Payload</h3>
      <pre className="snippet">{indented(payload)}</pre>
      <div>
        <CopyButton text={payload} small label="Copy payload" said="Copied!">
          Copy
        </CopyButton>
      </div>
      <h3>Tries</h3>
      {attempts.length === 0 ? <p className="small muted">None yet.</p> : <Tries attempts={attempts} />}
    </>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

function SendAgain({ deliveryId }: { deliveryId: string }) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call(sendWebhookAgain, { params: { deliveryId }, body: {} }),
    onSuccess: async (delivery) => {
      toast.success('On its way again');
      queries.setQueryData(queryKeys.webhookDelivery(deliveryId), delivery);
      await queries.invalidateQueries({ queryKey: queryKeys.webhookDeliveries });
    },
    onError: (error) => toast.error(sentenceOf(error, 'It could not be sent again.')),
  });
  return (
    <Button isBusy={sending.isPending} busyLabel="Sending..." onClick={() => sending.mutate()}>
      Send again
    </Button>
  );
}
