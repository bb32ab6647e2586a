import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { reconciliationItemsCsv } from '@zawadi/contract/reconciliation-items';
import { useCallback } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { ItemFilters } from './item-filters.tsx';
import { itemFilters } from './item-search.ts';
import type { ItemSearch } from './item-search.ts';
import { Items } from './items.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ReconciliationTabs } from './reconciliation-tabs.tsx';

const HERE = '/admin/reconciliation';

/** What M-PESA and the ledger do not agree about, over all statements. */
export function DifferencesScreen() {
  const search = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = useCallback(
    (next: ItemSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const filters = itemFilters(search);
  return (
    <>
      <PageTitle
        title="Reconciliation"
        aside={
          <ExportButton fetching={async () => fetchFile(reconciliationItemsCsv, { query: filters })}>
            Export CSV
          </ExportButton>
        }
      >
        M-PESA’s statements against the ledger. The ledger is never edited, only corrected by a new transfer.
      </PageTitle>
      <ReconciliationTabs />
      <ItemFilters filters={search} onChange={narrow} />
      <Sheet>
        <Items
          filters={filters}
          empty={
            isNarrowed(search) ? <NothingFound onShowAll={() => narrow({ status: 'all' })} /> : <AllAgrees />
          }
        />
      </Sheet>
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
