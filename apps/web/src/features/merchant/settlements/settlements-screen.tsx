import { useNavigate, useSearch } from '@tanstack/react-router';
import { settlementsCsv, settlementsPdf } from '@zawadi/contract/settlements';
import type { SettlementFilters as Filters } from '@zawadi/contract/settlements';
import { useCallback } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { NextSettlement } from './next-settlement.tsx';
import { settlementColumns } from './settlement-columns.tsx';
import { SettlementCards } from './settlement-cards.tsx';
import { SettlementFilters } from './settlement-filters.tsx';
import { SettlementTotals } from './settlement-totals.tsx';
import { useSettlements } from './use-settlements.ts';

const HERE = '/merchant/dashboard/settlements';

/** What was and will be paid out. The address holds what the list is narrowed to. */
export function SettlementsScreen() {
  const filters = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = useCallback(
    (next: Filters) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <PageTitle
        title="Settlements"
        aside={
          <div className="row fill">
            <ExportButton fetching={async () => fetchFile(settlementsCsv, { query: filters })}>
              Export CSV
            </ExportButton>
            <ExportButton fetching={async () => fetchFile(settlementsPdf, { query: filters })}>
              Export PDF
            </ExportButton>
          </div>
        }
      />
      <SettlementCards />
      <NextSettlement />
      <SettlementFilters filters={filters} onChange={narrow} />
      <Sheet>
        <Settlements filters={filters} onShowAll={() => narrow({})} />
      </Sheet>
    </>
  );
}

function Settlements({ filters, onShowAll }: { filters: Filters; onShowAll: () => void }) {
  const list = useSettlements(filters);
  const rows = list.data?.pages.flatMap((page) => page.settlements);
  const totals = list.data?.pages[0]?.totals;
  return (
    <EndlessTable
      caption="Settlement batches, newest first"
      columns={settlementColumns}
      rows={rows}
      rowKey={({ batchId }) => batchId}
      paging={list}
      failed={{
        title: 'Failed to load settlements',
        text: 'Your money is safe. We could not reach the server.',
      }}
      empty={
        isNarrowed(filters) ? (
          <NothingFound title="No settlements found" onShowAll={onShowAll} />
        ) : (
          <NothingYet />
        )
      }
      foot={totals !== undefined && <SettlementTotals shown={rows?.length ?? 0} totals={totals} />}
    />
  );
}

function NothingYet() {
  return (
    <EmptyState title="No settlements yet">
      What you redeem today is paid out with the next settlement.
    </EmptyState>
  );
}
