import { apiRequests } from '@zawadi/contract/merchant-api-access';
import type { ApiRequest } from '@zawadi/contract/merchant-api-access';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { usePages } from '../../lists/use-pages.ts';

const OUTCOMES = [
  { value: '', label: 'All' },
  { value: 'succeeded', label: 'Succeeded (2xx)' },
  { value: 'refused', label: 'Refused (4xx)' },
  { value: 'failed', label: 'Failed (5xx)' },
];

/** The calls that came with the merchant's key. */
export function RequestLog({ isOn }: { isOn: boolean }) {
  const [outcome, setOutcome] = useState('');
  const [path, setPath] = useState<string>();
  const log = useRequests(outcome, path);
  const isNarrowed = outcome !== '' || path !== undefined;
  return (
    <Sheet
      title="Request log"
      action={
        <Button
          variant="secondary"
          small
          isBusy={log.isRefetching}
          busyLabel="Loading..."
          onClick={() => void log.refetch()}
        >
          <Icon of={RefreshCw} />
          Refresh
        </Button>
      }
    >
      <div className="pad stack">
        {!isOn && (
          <Alert>
            <p>Request Logging is off: new calls are not kept.</p>
          </Alert>
        )}
        <div className="log-filters">
          <SearchField label="Path" placeholder="Part of a path" search={path} onSearch={setPath} />
          <SelectField
            label="Outcome"
            options={OUTCOMES}
            value={outcome}
            onChange={({ target }) => setOutcome(target.value)}
          />
        </div>
      </div>
      <EndlessTable
        caption="Request log"
        columns={COLUMNS}
        rows={log.data?.pages.flatMap(({ requests }) => requests)}
        rowKey={({ id }) => id}
        paging={log}
        failed={{ title: 'Failed to load the request log', text: sentenceOf(log.error) }}
        empty={isNarrowed ? <EmptyState title="No requests found" /> : <EmptyState title="No requests yet" />}
        skeletonRows={4}
      />
    </Sheet>
  );
}

function useRequests(outcome: string, path: string | undefined) {
  const filters = apiRequests.query.pick({ outcome: true, path: true });
  const chosen = filters.parse({ outcome: outcome || undefined, path });
  return usePages(apiRequests, { queryKey: queryKeys.apiRequests(chosen), query: chosen });
}

const COLUMNS: readonly Column<ApiRequest>[] = [
  {
    label: 'Call',
    cardPart: 'name',
    className: 'log-call',
    cell: ({ method, path }) => (
      <span title={`${method} ${path}`}>
        <b>{method}</b> {path}
      </span>
    ),
  },
  {
    label: 'Time',
    cardPart: 'second',
    cell: ({ at, omittedAfter }) => (
      <>
        <Time at={at} />
        {omittedAfter !== undefined && <span className="tiny"> and {omittedAfter} more in that second</span>}
      </>
    ),
  },
  {
    label: 'Answer',
    cardPart: 'state',
    cell: ({ status, code }) => (
      <span className={`status ${toneOf(status)}`} title={code}>
        {status}
        {code !== undefined && <span className="log-code">{code}</span>}
      </span>
    ),
  },
  { label: 'Address', cardPart: 'third', cell: ({ address }) => address },
  { label: 'Duration', cardPart: 'side', isRight: true, cell: ({ durationMs }) => `${durationMs} ms` },
];

function toneOf(status: number): 'success' | 'warn' | 'danger' {
  if (status < 400) return 'success';
  return status < 500 ? 'warn' : 'danger';
}
