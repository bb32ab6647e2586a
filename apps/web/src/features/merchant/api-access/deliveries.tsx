import { webhookDeliveries } from '@zawadi/contract/webhooks';
import type { WebhookDelivery } from '@zawadi/contract/webhooks';
import { webhookType } from '@zawadi/contract/webhook-events';
import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DELIVERY_STATES } from './webhook-words.ts';

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
            <EmptyState title="No deliveries found">None of the last 30 days is like this.</EmptyState>
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
    // What waits is tried by itself, soon after.
    refetchIntervalMs: ([page, ...older]) =>
      older.length === 0 && page?.deliveries.some((one) => one.state === 'waiting') ? LOOK_AGAIN_MS : false,
  });
}

function columnsWith(open: (deliveryId: string) => void): Column<WebhookDelivery>[] {
  return [
    {
      label: 'Event',
      slip: 'name',
      cell: ({ type, deliveryId }) => (
        <button type="button" className="row-open" onClick={() => open(deliveryId)}>
          {type}
        </button>
      ),
    },
    { label: 'Created', slip: 'second', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: 'State',
      slip: 'state',
      cell: ({ state }) =>
        state === 'delivered' ? (
          <StatusText status={DELIVERY_STATES[state]} />
        ) : (
          <StatusBadge status={DELIVERY_STATES[state]} />
        ),
    },
    { label: 'Tries', slip: 'third', cell: ({ tries }) => (tries === 1 ? '1 try' : `${tries} tries`) },
    {
      label: 'Answer',
      slip: 'side',
      isRight: true,
      cell: answerText,
    },
  ];
}

function answerText({ lastStatus, tries }: WebhookDelivery): string {
  if (tries === 0) return '';
  return lastStatus === undefined ? 'None' : `HTTP ${lastStatus}`;
}
