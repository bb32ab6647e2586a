import { Link } from '@tanstack/react-router';
import { apiRequests, type ApiRequest } from '@zawadi/contract/merchant-api-access';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { clockText, exactTimeText, shortTimeText } from '../../../ui/time-text.ts';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { ApiGuides, ApiTabs, useApiAccess, useApiKeys } from './api-page.tsx';
import { CallPath, RequestDialog, toneOf } from './request-dialog.tsx';
import { requestLogSearch } from './request-log-search.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say, translated } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

const OUTCOMES = [
  { value: 'all', label: 'All answers' },
  { value: 'succeeded', label: 'Succeeded (2xx)' },
  { value: 'refused', label: 'Refused (4xx)' },
  { value: 'failed', label: 'Failed (5xx)' },
] as const satisfies readonly { value: string; label: Phrase }[];

/** API requests made with the merchant's keys, each with its answer. */
export function RequestLogScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(requestLogSearch);
  const log = usePages(apiRequests, { queryKey: queryKeys.apiRequests(filters), query: filters });
  const [openedId, setOpenedId] = useState<string>();
  const rows = log.data?.pages.flatMap(({ requests }) => requests);
  const opened = rows?.find(({ id }) => id === openedId);
  return (
    <ListScreen
      title={say('Request log')}
      intro={<ApiGuides />}
      aside={
        <Button
          variant="secondary"
          isBusy={log.isRefetching}
          busyLabel={say('Loading...')}
          onClick={() => void log.refetch()}
        >
          <Icon of={RefreshCw} />
          {say('Refresh')}
        </Button>
      }
      above={
        <>
          <ApiTabs />
          <LoggingIsOff />
        </>
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={useFilters()} />}
      caption={say('Calls with your keys, newest first')}
      columns={columnsWith(setOpenedId)}
      rows={rows}
      rowKey={({ id }) => id}
      paging={log}
      failed={{ title: say('Failed to load the request log'), text: say('Your API still works.') }}
      none={{
        title: say('No requests yet'),
        text: say('The first call with one of your keys appears here.'),
      }}
      found={{ isNarrowed, onShowAll: clear, title: say('No requests found') }}
    >
      {opened !== undefined && <RequestDialog request={opened} onClose={() => setOpenedId(undefined)} />}
    </ListScreen>
  );
}

function LoggingIsOff() {
  if (useApiAccess().data?.security.isLogged ?? true) return null;
  return (
    <Alert>
      <p>
        <RichText
          text="Request Logging is off, so we keep no new calls. Switch it on in <link>Keys</link>, under Security."
          link={<Link to="/merchant/dashboard/api" />}
        />
      </p>
    </Alert>
  );
}

function useFilters(): readonly FilterField[] {
  const keys = useApiKeys().data?.keys ?? [];
  return [
    { kind: 'search', placeholder: say('Path, voucher, request ID or key') },
    {
      kind: 'choice',
      name: 'outcome',
      label: say('Answer'),
      options: OUTCOMES.map(({ value, label }) => ({ value, label: say(label) })),
    },
    { kind: 'days' },
    {
      kind: 'choice',
      name: 'keyId',
      label: say('API key'),
      options: [
        { value: 'all', label: say('All keys') },
        ...keys.map(({ keyId, name }) => ({ value: keyId, label: translated(name) })),
      ],
    },
  ];
}

function columnsWith(open: (id: string) => void): Column<ApiRequest>[] {
  return [
    {
      label: say('Call'),
      cardPart: 'name',
      className: 'log-call',
      cell: ({ id, method, path }) => (
        <button type="button" className="row-open" title={`${method} ${path}`} onClick={() => open(id)}>
          <CallPath method={method} path={path} />
        </button>
      ),
    },
    {
      label: say('Time'),
      cardPart: 'second',
      cell: ({ at, omittedAfter }) => (
        <time dateTime={at} title={exactTimeText(new Date(at))} className="num">
          {shortTimeText(new Date(at))} {clockText(new Date(at))}
          {omittedAfter !== undefined && (
            <span className="tiny"> {say('and {count} more', { count: omittedAfter })}</span>
          )}
        </time>
      ),
    },
    {
      label: say('Key'),
      cardPart: 'third',
      cell: ({ keyName }) => (keyName === undefined ? <span className="dash">—</span> : translated(keyName)),
    },
    {
      label: say('Answer'),
      cardPart: 'state',
      cell: ({ status, code, notice }) => (
        <span className={`status ${toneOf(status)}`}>
          {status}
          {code !== undefined && <span className="log-code">{code.replaceAll('_', ' ')}</span>}
          {notice !== undefined && <span className="log-code">{say('No amount')}</span>}
        </span>
      ),
    },
    { label: say('Address'), from: 1200, cell: ({ address }) => address },
    {
      label: say('Duration'),
      cardPart: 'side',
      isRight: true,
      cell: ({ durationMs }) => `${durationMs.toLocaleString('en-KE')} ms`,
    },
  ];
}
