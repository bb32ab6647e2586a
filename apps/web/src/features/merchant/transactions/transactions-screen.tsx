import { Link } from '@tanstack/react-router';
import {
  merchantTransactions,
  merchantTransactionsCsv,
  type MerchantTransaction,
} from '@zawadi/contract/merchant-reports';
import { useCallback, useState } from 'react';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { shortReference } from '@zawadi/contract/short-reference';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { refundStateOptions, stateWord, StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { TransactionDialog } from './transaction-dialog.tsx';
import { SHORTEST_SEARCH, transactionSearch } from './transaction-search.ts';

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
  {
    kind: 'choice',
    name: 'refundState',
    label: 'What came back',
    options: [{ value: 'all', label: 'All' }, ...refundStateOptions(['reversed'])],
  },
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
      exports={
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

type Totals = NonNullable<CallAnswer<typeof merchantTransactions>['totals']>;

/** How much of the list is shown, and what all of it comes to, not only what is shown. */
function TransactionTotals({ shown, totals }: { shown: number; totals: Totals }) {
  const { completed } = totals;
  return (
    <TableFoot>
      <span className="muted">
        Showing {figure(shown)} of {countText(totals)}
      </span>
      <span className="muted">{figure(completed)} completed</span>
    </TableFoot>
  );
}

/** "3 transactions" and what they come to, above the list. */
function TransactionCount({ totals }: { totals: Totals }) {
  const { count, amount, isWhole } = totals;
  return (
    <>
      <span>
        <b>{countText(totals)}</b> {count === 1 ? 'transaction' : 'transactions'}
      </span>
      <span>
        {isWhole ? 'Total' : `Total of the newest ${figure(count)}`} <Money amountShillings={amount} />
      </span>
    </>
  );
}

function countText({ count, isMore }: Totals): string {
  return `${figure(count)}${isMore ? '+' : ''}`;
}

function figure(count: number): string {
  return count.toLocaleString('en-KE');
}

/** The columns of the specification; a press anywhere on a row opens it. */
function transactionColumns(onOpen: (row: MerchantTransaction) => void): Column<MerchantTransaction>[] {
  return [
    {
      label: 'M-Pesa Txn ID',
      cell: ({ mpesaTxnId }) => mpesaTxnId ?? <span className="dash">—</span>,
      cardPart: 'side',
      className: 'code',
    },
    {
      label: 'Voucher ID',
      cell: ({ voucherId }) => <span title={voucherId}>{shortReference(voucherId)}</span>,
      from: 1200,
      className: 'code muted',
    },
    {
      label: 'User',
      cell: (row) => (
        <button type="button" className="row-open" onClick={() => onOpen(row)}>
          {row.user}
        </button>
      ),
      cardPart: 'name',
    },
    {
      label: 'Phone',
      cell: ({ phone }) => phone ?? <span className="dash">—</span>,
      cardPart: 'second',
      from: 900,
    },
    { label: 'Date', cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
    { label: 'Status', cell: (row) => <Status {...row} />, cardPart: 'state' },
    {
      label: 'Amount',
      cell: ({ amount, refundState }) => (
        <Money amountShillings={amount} direction={refundState === undefined ? undefined : 'returned'} />
      ),
      cardPart: 'amount',
      isRight: true,
    },
  ];
}

/** The ordinary state is quiet; a reversed redemption has a state of its own. */
function Status({ status, refundState }: MerchantTransaction) {
  if (status === 'Completed') return <StatusText status={status} />;
  return <StatusBadge status={stateWord(status, refundState)} />;
}
