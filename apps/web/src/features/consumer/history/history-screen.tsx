import type { Activity, HistoryFilters as Filters } from '@zawadi/contract/wallets';
import { useCallback, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { ActivityList } from '../activities/activity-list.tsx';
import { NothingYet } from '../activities/nothing-yet.tsx';
import { ExportButton } from '../export/export-button.tsx';
import {
  activityKinds,
  describeActivity,
  directionOf,
  hasReceipt,
  type ActivityType,
} from '../activities/describe-activity.ts';
import { orderStatusWord } from '../order-status.ts';
import { ReceiptButton } from '../receipt-button.tsx';
import { historySearch } from './history-search.ts';
import { useHistory } from './use-history.ts';

/** Everything that happened to one's money. The address holds what it is narrowed to. */
export function HistoryScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(historySearch);
  const { aside, below } = useExportPlace(<ExportButton />);
  return (
    <>
      <PageTitle title={say('Transaction History')} aside={aside} />
      <HistoryFilters filters={filters} onChange={change} onClear={clear} />
      <Sheet>
        <History {...{ filters, isNarrowed }} onShowAll={clear} />
      </Sheet>
      {below}
    </>
  );
}

type HistoryProps = { filters: Filters; isNarrowed: boolean; onShowAll: () => void };

function History({ filters, isNarrowed, onShowAll }: HistoryProps) {
  const { data, error, isFetching, refetch, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useHistory(filters);
  const [opened, setOpened] = useState<Activity>();
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
      <ActivityList activities={activities} onOpen={setOpened} />
      {hasNextPage && <MoreButton onMore={more} isBusy={isFetchingNextPage} isEager={error === null} />}
      {opened !== undefined && <ActivityDialog activity={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

type HistoryFiltersProps = {
  filters: Filters;
  onChange: (part: Record<string, unknown>) => void;
  onClear: () => void;
};

/** Search by words, and narrow by kind, state and days. */
function HistoryFilters({ filters, onChange, onClear }: HistoryFiltersProps) {
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      onClear={onClear}
      fields={[
        { kind: 'search', placeholder: say('Name, shop or M-PESA receipt') },
        { kind: 'choice', name: 'status', label: say('Status'), options: statusOptions() },
        { kind: 'choice', name: 'type', label: say('Type'), options: typeOptions() },
        { kind: 'days' },
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

/** Everything about one transaction, and its receipt. */
function ActivityDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const { amount, reference } = activity;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={describeActivity(activity).title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {hasReceipt(activity) && <ReceiptButton requestId={activity.entityId} variant="primary" />}
        </>
      }
    >
      <Facts
        facts={[
          { label: say('Type'), value: say(activityKinds[activity.transactionType]) },
          {
            label: say('Amount'),
            value:
              amount === undefined ? (
                say('N/A')
              ) : (
                <Money amountShillings={Math.abs(amount)} direction={directionOf(activity)} />
              ),
          },
          { label: say('Status'), value: <StatusBadge status={orderStatusWord(activity.orderStatus)} /> },
          { label: say('Date'), value: exactTimeText(new Date(activity.timestamp)) },
          reference !== undefined && {
            label: say('M-PESA receipt'),
            value: <span className="code">{reference}</span>,
          },
        ]}
      />
    </Dialog>
  );
}
