import { useNavigate, useSearch } from '@tanstack/react-router';
import { adminSettlementsCsv, bankFile } from '@zawadi/contract/admin-settlements';
import { useCallback, useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { useRights } from '../use-rights.ts';
import { adminSettlementSearch } from './admin-settlement-search.ts';
import type { AdminSettlementFilters as Filters } from './admin-settlement-search.ts';
import { RunDialog } from './run-dialog.tsx';
import { settlementColumns } from './settlement-columns.tsx';
import { SettlementFilters } from './settlement-filters.tsx';
import { settlementQuery, useAdminSettlements } from './use-admin-settlements.ts';

const HERE = '/admin/settlements';

/** What merchants were and will be paid. The address holds what the list is narrowed to. */
export function SettlementsScreen() {
  const filters = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const { mayMoveMoney } = useRights();
  // What was chosen a moment ago may not be on the screen yet, so it is added to the address and not to what is shown.
  const narrow = useCallback(
    (part: Record<string, unknown>) =>
      void navigate({
        search: (former) => adminSettlementSearch({ ...former, ...part }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const showAll = () => void navigate({ search: {}, replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title="Settlements" aside={<Tools filters={filters} mayMoveMoney={mayMoveMoney} />}>
        Batches are made and paid by themselves; those that need a person say so.
      </PageTitle>
      <SettlementFilters filters={filters} onChange={narrow} />
      <Sheet className="money-list">
        <Settlements filters={filters} onShowAll={showAll} />
      </Sheet>
    </>
  );
}

function Tools({ filters, mayMoveMoney }: { filters: Filters; mayMoveMoney: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="row fill">
      <ExportButton
        fetching={async () => fetchFile(adminSettlementsCsv, { query: settlementQuery(filters) })}
      >
        Export CSV
      </ExportButton>
      {mayMoveMoney && (
        <>
          <ExportButton fetching={async () => fetchFile(bankFile)}>Bank file</ExportButton>
          <Button variant="secondary" small onClick={() => setIsAsking(true)}>
            Settle now…
          </Button>
        </>
      )}
      {isAsking && <RunDialog onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function Settlements({ filters, onShowAll }: { filters: Filters; onShowAll: () => void }) {
  const list = useAdminSettlements(filters);
  return (
    <EndlessTable
      caption="Settlement batches, newest first"
      columns={settlementColumns}
      rows={list.data?.pages.flatMap((page) => page.settlements)}
      rowKey={({ batchId }) => batchId}
      paging={list}
      failed={{
        title: 'Failed to load settlements',
        text: 'We could not reach the server. No money is affected.',
      }}
      empty={
        isNarrowed(filters) ? (
          <NothingFound title="No settlements found" onShowAll={onShowAll}>
            No batch is like this.
          </NothingFound>
        ) : (
          <NothingYet />
        )
      }
    />
  );
}

function NothingYet() {
  return (
    <EmptyState title="No settlements yet">
      The first batch is made at the hour of a merchant’s schedule, after it has redeemed a voucher.
    </EmptyState>
  );
}
