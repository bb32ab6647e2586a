import { webhookType } from '@zawadi/contract/webhook-events';
import { webhookEvents, type LoggedEvent } from '@zawadi/contract/webhooks-log';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { ApiGuides, ApiTabs } from '../api/api-page.tsx';
import { useWebhookAddresses } from './use-webhooks.ts';
import { WebhookEventDialog } from './webhook-event-dialog.tsx';
import { webhookEventsSearch } from './webhook-events-search.ts';
import { DELIVERY_STATES, nameOfAddress } from './webhook-words.ts';

const LOOK_AGAIN_MS = 5_000;

/** Webhook events of vouchers and settlements, with their deliveries to each address. */
export function WebhookEventsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(webhookEventsSearch);
  const { search: voucher, ...others } = filters;
  const query = { ...others, ...(voucher !== undefined && { voucher }) };
  const [openedId, setOpenedId] = useState<string>();
  const log = usePages(webhookEvents, {
    queryKey: [...queryKeys.webhookEvents, query],
    query,
    // Polls while a delivery is waiting, because the server soon retries it.
    refetchIntervalMs: ([page, ...older]) =>
      older.length === 0 && page?.events.some(isWaiting) ? LOOK_AGAIN_MS : false,
  });
  return (
    <ListScreen
      title={say('Events')}
      intro={<ApiGuides />}
      above={<ApiTabs />}
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={useFilters()} />}
      caption={say('Events of the last 30 days, newest first')}
      columns={columnsWith(setOpenedId)}
      rows={log.data?.pages.flatMap(({ events }) => events)}
      rowKey={({ eventId }) => eventId}
      paging={log}
      failed={{ title: say('Failed to load the events'), text: say('We still keep and send events.') }}
      none={{
        title: say('Nothing was sent yet'),
        text: say('Save a webhook URL and press Test to see the first event here.'),
      }}
      found={{ isNarrowed, onShowAll: clear, title: say('No events found') }}
    >
      {openedId !== undefined && (
        <WebhookEventDialog eventId={openedId} onClose={() => setOpenedId(undefined)} />
      )}
    </ListScreen>
  );
}

function isWaiting({ deliveries }: LoggedEvent): boolean {
  return deliveries.some(({ state }) => state === 'waiting');
}

function useFilters(): readonly FilterField[] {
  const addresses = useWebhookAddresses().data?.addresses ?? [];
  return [
    { kind: 'search', placeholder: say('Voucher: last four symbols, code or ID') },
    {
      kind: 'choice',
      name: 'type',
      label: say('Event'),
      options: [
        { value: 'all', label: say('All events') },
        ...webhookType.options.map((type) => ({ value: type, label: type })),
      ],
    },
    { kind: 'days' },
    {
      kind: 'choice',
      name: 'state',
      label: say('Status'),
      options: [
        { value: 'all', label: say('All states') },
        { value: 'delivered', label: say('Delivered') },
        { value: 'waiting', label: say('Waiting to be sent') },
        { value: 'failed', label: say('Not delivered') },
      ],
    },
    {
      kind: 'choice',
      name: 'addressId',
      label: say('Address'),
      options: [
        { value: 'all', label: say('All addresses') },
        ...addresses.map((one) => ({ value: one.addressId, label: nameOfAddress(one) })),
      ],
    },
  ];
}

function columnsWith(open: (eventId: string) => void): Column<LoggedEvent>[] {
  return [
    {
      label: say('Event'),
      cardPart: 'name',
      cell: ({ type, eventId }) => (
        <button type="button" className="row-open" onClick={() => open(eventId)}>
          {type}
        </button>
      ),
    },
    { label: say('Time'), cardPart: 'second', cell: ({ at }) => <Time at={at} /> },
    {
      label: say('Voucher'),
      cardPart: 'third',
      cell: ({ voucher }) =>
        voucher?.codeLastFour === undefined ? (
          <span className="dash">—</span>
        ) : (
          <span className="num">•••• {voucher.codeLastFour}</span>
        ),
    },
    {
      label: say('Reference'),
      from: 900,
      cell: ({ reference }) => reference ?? <span className="dash">—</span>,
    },
    { label: say('Status'), cardPart: 'state', cell: ({ deliveries }) => <States of={deliveries} /> },
  ];
}

/** The worst state of an event's deliveries, and how many addresses received the event. */
function States({ of }: { of: LoggedEvent['deliveries'] }) {
  const late = of.filter(({ state }) => state !== 'delivered');
  const worst = late.find(({ state }) => state === 'failed') ?? late[0];
  const [count, all] = [of.length - late.length, of.length];
  return (
    <span className="row">
      {worst === undefined ? (
        <StatusText status="Completed" />
      ) : (
        <StatusBadge status={DELIVERY_STATES[worst.state]} />
      )}
      {all > 1 && (
        <span className="tiny muted num" title={say('Arrived at {count} of {all} addresses', { count, all })}>
          {`${count}/${all}`}
        </span>
      )}
    </span>
  );
}
