import { useNavigate, useSearch } from '@tanstack/react-router';
import { movementsCsv } from '@zawadi/contract/admin-transactions';
import type { MovementFilters as Filters } from '@zawadi/contract/admin-transactions';
import { useCallback } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { TableFoot } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { MoneyTabs } from './money-tabs.tsx';
import { movementColumns } from './movement-columns.tsx';
import { MovementFilters } from './movement-filters.tsx';
import { movementSearch } from './movement-search.ts';
import { useMovements } from './use-movements.ts';

const HERE = '/admin/transactions';

/** Every movement of money. The address holds what the list is narrowed to. */
export function TransactionsScreen() {
  const filters = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  // What was chosen a moment ago may not be on the screen yet, so it is added to the address and not to what is shown.
  const narrow = useCallback(
    (part: Record<string, unknown>) =>
      void navigate({
        search: (former) => movementSearch({ ...former, ...part }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const showAll = () => void navigate({ search: {}, replace: true, resetScroll: false });
  return (
    <>
      <PageTitle
        title="Transactions"
        aside={
          <ExportButton fetching={async () => fetchFile(movementsCsv, { query: filters })}>
            Export CSV
          </ExportButton>
        }
      />
      <MoneyTabs />
      <MovementFilters filters={filters} onChange={narrow} />
      <Sheet className="money-list">
        <Movements filters={filters} onShowAll={showAll} />
      </Sheet>
    </>
  );
}

function Movements({ filters, onShowAll }: { filters: Filters; onShowAll: () => void }) {
  const list = useMovements(filters);
  const rows = list.data?.pages.flatMap((page) => page.transactions);
  const first = list.data?.pages[0];
  return (
    <EndlessTable
      caption="Movements of money, newest first"
      columns={movementColumns}
      rows={rows}
      rowKey={({ type, transactionId }) => `${type} ${transactionId}`}
      paging={list}
      failed={{
        title: 'Failed to load transactions',
        text: 'We could not reach the server. No money is affected.',
      }}
      empty={
        isNarrowed(filters) ? (
          <NothingFound title="No transactions found" onShowAll={onShowAll} />
        ) : (
          <EmptyState title="No transactions found">The first gift that is paid for appears here.</EmptyState>
        )
      }
      foot={
        first !== undefined && (
          <TableFoot>
            <span className="muted">
              Showing {figure(rows?.length ?? 0)} of {figure(first.count ?? 0)}
              {first.isMore && '+'}
            </span>
          </TableFoot>
        )
      }
    />
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-KE');
}
