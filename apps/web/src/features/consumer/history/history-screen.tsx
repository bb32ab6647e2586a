import type { Activity, HistoryFilters as Filters } from '@zawadi/contract/wallets';
import { useCallback, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { ActivityList } from '../activities/activity-list.tsx';
import { NothingYet } from '../activities/nothing-yet.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { ActivityDialog } from './activity-dialog.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { historySearch } from './history-search.ts';
import { useHistory } from './use-history.ts';

/** Everything that happened to one's money. The address holds what it is narrowed to. */
export function HistoryScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(historySearch);
  return (
    <>
      <PageTitle title={say('Transaction History')} aside={<ExportButton />} />
      <HistoryFilters filters={filters} onChange={change} onClear={clear} />
      <Sheet>
        <History {...{ filters, isNarrowed }} onShowAll={clear} />
      </Sheet>
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
