import { listSettlements, settlementsCsv, settlementsPdf } from '@zawadi/contract/settlements';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import type { FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { settlementSearch } from '../../settlement-batch/settlement-search.ts';
import { NextSettlement } from './next-settlement.tsx';
import { SettlementCards } from './settlement-cards.tsx';
import { settlementColumns } from './settlement-columns.tsx';
import { SettlementCount, SettlementTotals } from './settlement-totals.tsx';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: optionsOf('All states', ['Pending', 'Processing', 'Completed', 'Canceled']),
  },
  {
    kind: 'choice',
    name: 'payoutChannel',
    label: 'Payout channel',
    options: optionsOf('All channels', ['M-Pesa', 'Bank Transfer']),
  },
  { kind: 'days' },
];

/** What was and will be paid out; the totals are of the whole filtered set. */
export function SettlementsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(settlementSearch);
  const list = usePages(listSettlements, { queryKey: queryKeys.settlements(filters), query: filters });
  const rows = list.data?.pages.flatMap((page) => page.settlements);
  const totals = list.data?.pages[0]?.totals;
  return (
    <ListScreen
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
      above={
        <>
          <SettlementCards />
          <NextSettlement />
        </>
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      count={totals !== undefined && <SettlementCount totals={totals} />}
      caption="Settlement batches, newest first"
      columns={settlementColumns}
      rows={rows}
      rowKey={({ batchId }) => batchId}
      paging={list}
      failed={{
        title: 'Failed to load settlements',
        text: 'Your money is safe. We could not reach the server.',
      }}
      none={{
        title: 'No settlements yet',
        text: 'What you redeem today is paid out with the next settlement.',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No settlements found' }}
      foot={totals !== undefined && <SettlementTotals shown={rows?.length ?? 0} totals={totals} />}
    />
  );
}

function optionsOf(all: string, values: readonly string[]) {
  return [{ value: 'all', label: all }, ...values.map((value) => ({ value, label: value }))];
}
