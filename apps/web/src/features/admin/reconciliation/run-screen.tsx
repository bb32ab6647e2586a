import { Link, useParams } from '@tanstack/react-router';
import type { ReconciliationRun } from '@zawadi/contract/reconciliation';
import { reconciliationItemsCsv } from '@zawadi/contract/reconciliation-items';
import { ArrowLeft } from 'lucide-react';
import { fetchFile } from '../../../api/call.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { RUN_ITEM_FILTERS } from './item-filters.ts';
import { itemFilters, itemSearch } from './item-search.ts';
import { Items } from './items.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ACCOUNT_WORDS } from './reconciliation-words.ts';
import { RunActions } from './run-actions.tsx';
import { RunFigures } from './run-figures.tsx';
import { daysOf } from './run-words.ts';
import { useRun } from './use-reconciliation.ts';

const HERE = '/admin/reconciliation/statements/$runId';

/** One comparison: its figures, what is open in it, and what can be done about all of it. */
export function RunScreen() {
  const { runId } = useParams({ from: HERE });
  const { data, error, isFetching, refetch } = useRun(runId);
  return (
    <>
      <PageTitle
        title={data === undefined ? 'Statement' : `${ACCOUNT_WORDS[data.account]}, ${daysOf(data)}`}
        above={
          <Link className="back" to="/admin/reconciliation/statements">
            <Icon of={ArrowLeft} />
            Statements
          </Link>
        }
        aside={
          <ExportButton fetching={async () => fetchFile(reconciliationItemsCsv, { query: { runId } })}>
            Export CSV
          </ExportButton>
        }
      />
      {data === undefined && error !== null && (
        <Sheet>
          <LoadFailure of={{ error, isFetching, refetch }}>The ledger itself is not affected.</LoadFailure>
        </Sheet>
      )}
      {data === undefined && error === null && <SkeletonBlock height="24rem" radius="12px" />}
      {data !== undefined && <Run run={data} />}
    </>
  );
}

function Run({ run }: { run: ReconciliationRun }) {
  const { runId } = run;
  const { filters, change, replace } = useListFilters(itemSearch);
  return (
    <>
      <RunFigures run={run} onShow={(state) => replace({ state, status: 'all' })} />
      <RunActions run={run} />
      <FilterBar filters={filters} onChange={change} fields={RUN_ITEM_FILTERS} />
      <Sheet>
        <Items
          filters={itemFilters(filters, runId)}
          empty={<NothingFound onShowAll={() => replace({ status: 'all' })} />}
        />
      </Sheet>
    </>
  );
}
