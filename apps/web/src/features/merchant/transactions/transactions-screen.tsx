import { Link } from '@tanstack/react-router';
import {
  merchantTransactions,
  merchantTransactionsCsv,
  type MerchantTransaction,
} from '@zawadi/contract/merchant-reports';
import { useCallback, useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { TransactionDialog } from './transaction-dialog.tsx';
import { SHORTEST_SEARCH, transactionSearch } from './transaction-search.ts';
import { TransactionCount, TransactionTotals } from './transaction-totals.tsx';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'search',
    placeholder: 'User, phone, voucher ID or M-Pesa ID',
    shortest: { length: SHORTEST_SEARCH, text: 'Please enter at least 3 characters' },
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: 'All states' },
      { value: 'Completed', label: 'Completed' },
      { value: 'Pending', label: 'Pending' },
      { value: 'Failed', label: 'Failed' },
    ],
  },
  { kind: 'days' },
];

/** Every redemption at this merchant; the totals of the whole set come with the first page. */
export function TransactionsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(transactionSearch);
  const list = usePages(merchantTransactions, {
    queryKey: queryKeys.merchantTransactions(filters),
    query: filters,
  });
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap((page) => page.transactions);
  const opened = rows?.find(({ redemptionId }) => redemptionId === openedId);
  const open = useCallback((row: MerchantTransaction) => setOpenedId(row.redemptionId), []);
  const totals = list.data?.pages[0]?.totals;
  return (
    <ListScreen
      title="Transactions"
      aside={
        <ExportButton fetching={async () => fetchFile(merchantTransactionsCsv, { query: filters })}>
          Export CSV
        </ExportButton>
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      count={totals !== undefined && <TransactionCount totals={totals} />}
      caption="Redemptions, newest first"
      columns={transactionColumns(open)}
      rows={rows}
      rowKey={({ redemptionId }) => redemptionId}
      paging={list}
      failed={{
        title: 'Failed to load transactions',
        text: 'Your money is safe. We could not reach the server.',
      }}
      none={{
        title: 'No transactions found',
        text: 'The first voucher that you redeem appears here.',
        action: (
          <Link className={buttonClass()} to="/merchant/dashboard/redeem">
            Redeem a voucher
          </Link>
        ),
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No transactions found' }}
      foot={totals !== undefined && <TransactionTotals shown={rows?.length ?? 0} totals={totals} />}
    >
      {opened !== undefined && (
        <TransactionDialog transaction={opened} onClose={() => setOpenedId(undefined)} />
      )}
    </ListScreen>
  );
}
