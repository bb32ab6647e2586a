import { formatKes } from '@zawadi/contract/money';
import { historyCsv, type history, type HistoryFilters as Filters } from '@zawadi/contract/wallets';
import { historyPdf } from '@zawadi/contract/receipts-history';
import { useCallback } from 'react';
import { fetchFile } from '../../../api/call.ts';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { RichText } from '../../../i18n/rich-text.tsx';
import { refundStateOptions } from '../../../ui/badge.tsx';
import { say } from '../../../i18n/say.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { ActivityList } from '../activities/activity-list.tsx';
import { NothingYet } from '../activities/nothing-yet.tsx';
import { activityKinds, type ActivityType } from '../activities/describe-activity.ts';
import { historySearch } from './history-search.ts';
import { useHistory } from './use-history.ts';

/** The consumer's full history. The URL contains its filters. */
export function HistoryScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(historySearch);
  const { aside, below } = useExportPlace(<Exports filters={filters} />);
  const totals = useHistory(filters).data?.pages[0]?.totals;
  return (
    <>
      <PageTitle title={say('Transaction History')} aside={aside} />
      <HistoryFilters filters={filters} onChange={change} onClear={clear} totals={totals} />
      {totals !== undefined && <HistoryTotals totals={totals} />}
      <Sheet>
        <History {...{ filters, isNarrowed }} onShowAll={clear} />
      </Sheet>
      {below}
    </>
  );
}

/** Both files have the rows of the filtered list. */
function Exports({ filters }: { filters: Filters }) {
  return (
    <>
      <ExportButton fetching={async () => fetchFile(historyCsv, { query: filters })}>
        {say('Export CSV')}
      </ExportButton>
      <ExportButton fetching={async () => fetchFile(historyPdf, { query: filters })}>
        {say('Export PDF')}
      </ExportButton>
    </>
  );
}

type HistoryProps = { filters: Filters; isNarrowed: boolean; onShowAll: () => void };

function History({ filters, isNarrowed, onShowAll }: HistoryProps) {
  const { data, error, isFetching, refetch, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useHistory(filters);
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (data === undefined) {
    if (error === null) return <ListSkeleton rows={8} />;
    return (
      <LoadFailure of={{ error, isFetching, refetch }}>
        {say('Your money is safe. We could not reach the server.')}
      </LoadFailure>
    );
  }
  const activities = data.pages.flatMap((page) => page.activities);
  if (activities.length === 0)
    return isNarrowed ? (
      <NothingFound title={say('No transactions found')} onShowAll={onShowAll} />
    ) : (
      <NothingYet />
    );
  return (
    <>
      <ActivityList activities={activities} />
      {hasNextPage && <MoreButton onMore={more} isBusy={isFetchingNextPage} isEager={error === null} />}
    </>
  );
}

type Totals = NonNullable<CallAnswer<typeof history>['totals']>;

/** Number and sums of all filtered transactions, not only of the loaded pages. */
function HistoryTotals({ totals }: { totals: Totals }) {
  const { count, isMore, moneyIn, moneyOut } = totals;
  if (count === 0) return null;
  return (
    <p className="list-count" aria-live="polite">
      <span>
        <RichText
          text={count === 1 ? '<b>{count}</b> transaction' : '<b>{count}</b> transactions'}
          count={countText(totals)}
        />
      </span>
      {!isMore && (
        <span>
          <RichText
            text="In <b>{moneyIn}</b> · Out <b>{moneyOut}</b>"
            moneyIn={formatKes(moneyIn)}
            moneyOut={formatKes(moneyOut)}
          />
        </span>
      )}
    </p>
  );
}

function countText({ count, isMore }: Totals): string {
  return `${count.toLocaleString('en-KE')}${isMore ? '+' : ''}`;
}

type HistoryFiltersProps = {
  filters: Filters;
  totals: Totals | undefined;
  onChange: (part: Record<string, unknown>) => void;
  onClear: () => void;
};

/** Searches by text; filters by kind, state and days. */
function HistoryFilters({ filters, totals, onChange, onClear }: HistoryFiltersProps) {
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      onClear={onClear}
      showText={totals && say('Show {count}', { count: countText(totals) })}
      fields={[
        { kind: 'search', placeholder: say('Name, shop or M-PESA receipt') },
        { kind: 'choice', name: 'status', label: say('Status'), options: statusOptions() },
        { kind: 'choice', name: 'type', label: say('Type'), options: typeOptions() },
        { kind: 'days' },
        {
          kind: 'choice',
          name: 'refundState',
          label: say('Refunds and reversals'),
          options: [{ value: 'all', label: say('All states') }, ...refundStateOptions()],
        },
      ]}
    />
  );
}

function typeOptions() {
  const types = Object.keys(activityKinds) as ActivityType[];
  return [
    { value: 'all', label: say('All types') },
    ...types.map((value) => ({ value, label: say(activityKinds[value]) })),
  ];
}

function statusOptions() {
  return [
    { value: 'all', label: say('All states') },
    { value: 'COMPLETED', label: say('Completed') },
    { value: 'PENDING', label: say('Pending') },
    { value: 'CANCELED', label: say('Canceled') },
  ];
}
