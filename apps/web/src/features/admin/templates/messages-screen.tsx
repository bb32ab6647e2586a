import { useQuery } from '@tanstack/react-query';
import { listTemplates } from '@zawadi/contract/templates';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { groupsOf } from '../../lists/groups-of.ts';
import { DataTable, DataTableSkeleton, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { CHANNEL_WORDS, ownershipText } from './message-words.ts';

type Message = CallAnswer<typeof listTemplates>['templates'][number];

/**
 * Columns: when we send the message, its channel, and whether its wording was changed; a click anywhere on a row opens
 * it.
 */
const messageColumns: Column<Message>[] = [
  {
    label: 'When it is sent',
    cell: ({ channel, template, title }) => (
      <Link
        className="row-open"
        to="/admin/settings/messages/$channel/$template/$language"
        params={{ channel, template, language: 'en' }}
        aria-label={`${title}, ${CHANNEL_WORDS[channel]}`}
      >
        {title}
      </Link>
    ),
    cardPart: 'name',
    className: 'wraps',
  },
  { label: 'By', cell: ({ channel }) => CHANNEL_WORDS[channel], cardPart: 'second' },
  { label: 'Wording', cell: ({ changed }) => ownershipText(changed), cardPart: 'third', className: 'muted' },
];

const AUDIENCES = {
  consumers: 'Consumers',
  merchants: 'Merchants',
  administrators: 'Administrators',
  everybody: 'Everybody who signs in',
} as const satisfies Record<Message['audience'], string>;

const FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'When it is sent' },
  {
    kind: 'choice',
    name: 'channel',
    label: 'By',
    options: [
      { value: 'all', label: 'SMS and email' },
      { value: 'sms', label: 'SMS' },
      { value: 'email', label: 'Email' },
    ],
  },
];

/** Every SMS and email that we send, by recipient; a click on one opens its wording. */
export function MessagesScreen() {
  const [filters, setFilters] = useState<{ search?: string; channel?: string }>({});
  const { search = '', channel = 'all' } = filters;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminQueryKeys.templates,
    queryFn: ({ signal }) => call(listTemplates, { signal }),
  });
  const wanted = search.trim().toLowerCase();
  const rows = data?.templates.filter(
    (one) => (channel === 'all' || one.channel === channel) && one.title.toLowerCase().includes(wanted),
  );
  return (
    <>
      <PageTitle title="Messages" />
      <SettingsTabs />
      <FilterBar
        filters={filters}
        onChange={(part) => setFilters((former) => ({ ...former, ...part }))}
        fields={FILTERS}
      />
      {rows === undefined && (
        <Sheet>
          {error === null ? (
            <DataTableSkeleton columns={messageColumns} />
          ) : (
            <LoadFailure title="Failed to load the messages" of={{ error, isFetching, refetch }} />
          )}
        </Sheet>
      )}
      {rows?.length === 0 && (
        <Sheet>
          <EmptyState title="No messages found" />
        </Sheet>
      )}
      {groupsOf(rows ?? [], ({ audience }) => audience).map(([audience, messages]) => (
        <Sheet
          key={audience}
          title={AUDIENCES[audience]}
          action={<span className="small muted num">{messages.length}</span>}
        >
          <DataTable
            caption={`Messages to ${AUDIENCES[audience].toLowerCase()}`}
            columns={messageColumns}
            rows={messages}
            rowKey={({ channel, template }) => `${channel} ${template}`}
          />
        </Sheet>
      ))}
    </>
  );
}
