import { useParams } from '@tanstack/react-router';
import type { ReconciliationRun } from '@zawadi/contract/reconciliation';
import { reconciliationItemsCsv } from '@zawadi/contract/reconciliation-items';
import { fetchFile } from '../../../api/call.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { BackLink, DetailScreen } from '../../lists/detail-screen.tsx';
import type { ListLink } from '../../lists/detail-screen.tsx';
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

const STATEMENTS: ListLink = { to: '/admin/reconciliation/statements', label: 'Statements' };

/** One comparison: its figures, what is open in it, and what can be done about all of it. */
export function RunScreen() {
  const { runId } = useParams({ from: '/admin/reconciliation/statements/$runId' });
  return (
    <DetailScreen
      query={useRun(runId)}
      title="Statement"
      list={STATEMENTS}
      failed={{ text: 'The ledger itself is not affected.' }}
    >
      {(run) => <Run run={run} />}
    </DetailScreen>
  );
}

function Run({ run }: { run: ReconciliationRun }) {
  const { runId } = run;
  const { filters, change, replace, clear } = useListFilters(itemSearch);
  return (
    <>
      <PageTitle
        title={`${ACCOUNT_WORDS[run.account]}, ${daysOf(run)}`}
        above={<BackLink {...STATEMENTS} />}
        aside={
          <ExportButton fetching={async () => fetchFile(reconciliationItemsCsv, { query: { runId } })}>
            Export CSV
          </ExportButton>
        }
      />
      <RunFigures run={run} onShow={(state) => replace({ state, status: 'all' })} />
      <RunActions run={run} />
      <FilterBar filters={filters} onChange={change} onClear={clear} fields={RUN_ITEM_FILTERS} />
      <Sheet>
        <Items
          filters={itemFilters(filters, runId)}
          empty={<NothingFound onShowAll={() => replace({ status: 'all' })} />}
        />
      </Sheet>
    </>
  );
}
