import { listTransactions, transactionsCsv, type ListedTransaction } from '@zawadi/contract/transactions';
import { queryOpenTransactions } from '@zawadi/contract/transactions-queries';
import { formatKes } from '@zawadi/contract/money';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { refundStateOptions, StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { ActionButton } from '../action-button.tsx';
import { MERCHANT_CODE_FILTER } from '../merchant-code-filter.ts';
import { useRights } from '../use-rights.ts';
import { MoneyTabs } from './money-tabs.tsx';
import {
  MOVEMENT_STATUSES,
  MOVEMENT_TYPES,
  transactionSearch,
  type TransactionFilters,
} from './transaction-search.ts';
import { divertSecretsToGlobalSearch } from '../search/divert-secrets.ts';
import { amountLookOf, partyOf, stateOf } from './describe-transaction.ts';
import { ReceiptAndId } from './receipt-and-id.tsx';
import '../money-lists.css';

/** The columns of the specification, and whose money it is; a click anywhere on a row opens the transaction. */
const transactionColumns: readonly Column<ListedTransaction>[] = [
  { label: 'Receipt and ID', cell: (row) => <ReceiptAndId {...row} />, cardPart: 'third' },
  { label: 'Date', cell: ({ date }) => <Time at={date} /> },
  {
    label: 'Merchant or person',
    cell: (row) => (
      <Link
        className="row-open"
        to="/admin/transactions/$type/$transactionId"
        params={{ type: row.type, transactionId: row.transactionId }}
      >
        {partyOf(row)}
      </Link>
    ),
    cardPart: 'name',
  },
  {
    label: 'Type',
    cell: ({ type, date }) => (
      <>
        {type}
        <span className="card-label">
          {' '}
          · <Time at={date} />
        </span>
      </>
    ),
    cardPart: 'second',
  },
  {
    label: 'Amount',
    cell: (row) => <Money amountShillings={row.amount} direction={amountLookOf(row)} />,
    cardPart: 'amount',
    isRight: true,
  },
  {
    label: 'Fee',
    cell: (row) =>
      row.fee === 0 ? (
        <span className="dash">—</span>
      ) : (
        <Money amountShillings={row.fee} direction={row.status === 'Failed' ? 'void' : undefined} />
      ),
    isRight: true,
    from: 1200,
  },
  {
    label: 'Net value',
    cell: (row) => <Money amountShillings={row.netValue} direction={amountLookOf(row)} />,
    isRight: true,
    from: 900,
  },
  { label: 'Status', cell: (row) => <Status {...row} />, cardPart: 'state' },
];

function filterFields({ isUnconfirmed, status }: TransactionFilters): FilterField[] {
  return [
    { kind: 'search', placeholder: 'Receipt, phone, email, name, ID or last four' },
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      value: isUnconfirmed ? 'unconfirmed' : status,
      partOf: (value) => ({ status: value, isUnconfirmed: value === 'unconfirmed' }),
      options: [
        { value: 'all', label: 'All states' },
        ...MOVEMENT_STATUSES.map((value) => ({ value, label: value })),
        { value: 'unconfirmed', label: 'Not confirmed by M-PESA' },
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
    {
      kind: 'choice',
      name: 'refundState',
      label: 'Refunds and reversals',
      options: [{ value: 'all', label: 'All' }, ...refundStateOptions()],
    },
    MERCHANT_CODE_FILTER,
    { kind: 'text', name: 'minimumAmount', label: 'At least', placeholder: 'KES', isAmount: true },
    { kind: 'text', name: 'maximumAmount', label: 'At most', placeholder: 'KES', isAmount: true },
  ];
}

/** Returns the query to send to the server. */
function transactionQuery({ isUnconfirmed, ...filters }: TransactionFilters) {
  return { ...filters, isUnconfirmed: isUnconfirmed && ('true' as const) };
}

/** Lists every transaction; the first page also contains the total count. */
export function TransactionsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(transactionSearch);
  const query = transactionQuery(filters);
  const list = usePages(listTransactions, { queryKey: adminQueryKeys.transactionList(filters), query });
  const rows = list.data?.pages.flatMap((page) => page.transactions);
  const first = list.data?.pages[0];
  const count = first === undefined ? undefined : `${figure(first.count ?? 0)}${first.isMore ? '+' : ''}`;
  return (
    <ListScreen
      title="Transactions"
      exports={
        <>
          {filters.isUnconfirmed && first?.count !== 0 && <AskAboutAll />}
          <ExportButton fetching={async () => fetchFile(transactionsCsv, { query })}>Export CSV</ExportButton>
        </>
      }
      above={<MoneyTabs />}
      filters={
        <FilterBar
          filters={filters}
          onChange={divertSecretsToGlobalSearch(change)}
          onClear={clear}
          fields={filterFields(filters)}
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
      caption="Transactions, newest first"
      columns={transactionColumns}
      rows={rows}
      rowKey={({ type, transactionId }) => `${type} ${transactionId}`}
      paging={list}
      failed={{
        title: 'Failed to load transactions',
        text: 'We could not reach the server. No money is affected.',
      }}
      none={{ title: 'No transactions found' }}
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

/** Asks M-PESA about every payment whose result has not come. The worker asks, a few in each second. */
function AskAboutAll() {
  const { mayQueryAndResend } = useRights();
  if (!mayQueryAndResend) return null;
  return (
    <ActionButton
      busyLabel="Asking..."
      execute={async () => {
        const { count } = await call(queryOpenTransactions);
        if (count === 0) toast.success('All were asked just now', 'Each answer appears in its payment.');
        else
          toast.success(
            `${figure(count)} ${count === 1 ? 'payment is' : 'payments are'} asked about`,
            'Five in a second. Each answer appears in its payment.',
          );
      }}
    >
      <Icon of={RefreshCw} />
      Ask M-PESA about all
    </ActionButton>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-KE');
}

/** The usual state is not emphasised; a partial refund shows its amount. */
function Status(row: ListedTransaction) {
  const word = stateOf(row);
  if (word === 'Success') return <StatusText status={word} />;
  return (
    <span className="row-state">
      <StatusBadge status={word} />
      {row.refunded !== undefined && <span className="tiny muted">{formatKes(row.refunded)} back</span>}
    </span>
  );
}
