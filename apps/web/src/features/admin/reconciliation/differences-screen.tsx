import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ITEM_FILTERS } from './item-filters.ts';
import { itemFilters, itemSearch } from './item-search.ts';
import { ItemExports, Items } from './items.tsx';
import { ReconciliationTabs } from './reconciliation-tabs.tsx';

/** Differences between M-PESA and the ledger, from all M-PESA statements. */
export function DifferencesScreen() {
  const { filters: search, isNarrowed, change, replace, clear } = useListFilters(itemSearch);
  const filters = itemFilters(search);
  const { aside, below } = useExportPlace(<ItemExports filters={filters} />);
  return (
    <>
      <PageTitle title="Reconciliation" aside={aside} />
      <ReconciliationTabs />
      <FilterBar filters={search} onChange={change} onClear={clear} fields={ITEM_FILTERS} />
      <Sheet>
        <Items
          filters={filters}
          hasSums
          empty={isNarrowed ? <NothingFound onShowAll={() => replace({ status: 'all' })} /> : <AllAgrees />}
        />
      </Sheet>
      {below}
    </>
  );
}

function AllAgrees() {
  return (
    <EmptyState
      title="Nothing is open"
      action={
        <Link className={buttonClass({ variant: 'secondary' })} to="/admin/reconciliation/statements">
          Statements
        </Link>
      }
    >
      Compare a statement of M-PESA with the ledger; what differs appears here.
    </EmptyState>
  );
}
