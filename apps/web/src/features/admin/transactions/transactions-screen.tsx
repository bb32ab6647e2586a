import { listTransactions, transactionsCsv } from '@zawadi/contract/transactions';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { TableFoot } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { MERCHANT_CODE_FILTER } from '../merchant-code-filter.ts';
import { MoneyTabs } from './money-tabs.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import { MOVEMENT_STATUSES, MOVEMENT_TYPES, transactionSearch } from './transaction-search.ts';
import '../money-lists.css';

const FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Receipt, phone, name or ID' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: 'All states' },
      ...MOVEMENT_STATUSES.map((value) => ({ value, label: value })),
    ],
  },
  { kind: 'days' },
  {
    kind: 'choice',
    name: 'type',
    label: 'Type',
    options: [
      { value: 'all', label: 'All types' },
      ...MOVEMENT_TYPES.map((value) => ({ value, label: value })),
    ],
  },
  MERCHANT_CODE_FILTER,
  { kind: 'text', name: 'minimumAmount', label: 'At least', placeholder: 'KES', isAmount: true },
  { kind: 'text', name: 'maximumAmount', label: 'At most', placeholder: 'KES', isAmount: true },
];

/** Every transaction of money; the first page also counts. */
export function TransactionsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(transactionSearch);
  const list = usePages(listTransactions, { queryKey: queryKeys.transactionList(filters), query: filters });
  const rows = list.data?.pages.flatMap((page) => page.transactions);
  const first = list.data?.pages[0];
  const count = first === undefined ? undefined : `${figure(first.count ?? 0)}${first.isMore ? '+' : ''}`;
  return (
    <ListScreen
      title="Transactions"
      aside={
        <ExportButton fetching={async () => fetchFile(transactionsCsv, { query: filters })}>
          Export CSV
        </ExportButton>
      }
      above={<MoneyTabs />}
      filters={
        <FilterBar
          filters={filters}
          onChange={change}
          onClear={clear}
          fields={FILTERS}
          showText={count === undefined ? undefined : `Show ${count}`}
        />
      }
      count={
        count !== undefined && (
          <span>
            <b>{count}</b> {count === '1' ? 'transaction' : 'transactions'}
          </span>
        )
      }
      sheetClassName="money-list"
      caption="Transactions of money, newest first"
      columns={transactionColumns}
      rows={rows}
      rowKey={({ type, transactionId }) => `${type} ${transactionId}`}
      paging={list}
      failed={{
        title: 'Failed to load transactions',
        text: 'We could not reach the server. No money is affected.',
      }}
      none={{ title: 'No transactions found', text: 'The first gift that is paid for appears here.' }}
      found={{ isNarrowed, onShowAll: clear, title: 'No transactions found' }}
      foot={
        first !== undefined && (
          <TableFoot>
            <span className="muted">
              Showing {figure(rows?.length ?? 0)} of {count}
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
