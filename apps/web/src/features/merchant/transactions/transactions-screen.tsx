import { Link } from '@tanstack/react-router';
import {
  merchantTransactions,
  merchantTransactionsCsv,
  type MerchantTransaction,
} from '@zawadi/contract/merchant-reports';
import { useCallback, useState } from 'react';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { shortReference } from '@zawadi/contract/short-reference';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { stateWord, StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { usePlaceOptions } from '../places/use-places.ts';
import { TransactionDialog } from './transaction-dialog.tsx';
import { SHORTEST_SEARCH, transactionSearch } from './transaction-search.ts';

type PlaceOptions = ReturnType<typeof usePlaceOptions>;

const filterFields = (places: PlaceOptions): readonly FilterField[] => [
  {
    kind: 'search',
    placeholder: say('User, phone, voucher ID, receipt, reference or M-Pesa ID'),
    shortest: { length: SHORTEST_SEARCH, text: say('Please enter at least 3 characters') },
  },
  {
    kind: 'choice',
    name: 'status',
    label: say('Status'),
    options: [
      { value: 'all', label: say('All states') },
      { value: 'Completed', label: say('Completed') },
      { value: 'Pending', label: say('Pending') },
      { value: 'Reversed', label: say('Reversed') },
      { value: 'Failed', label: say('Failed') },
    ],
  },
  { kind: 'days' },
  ...(places.length > 0 ? [placeFilter(places)] : []),
  { kind: 'text', name: 'servedBy', label: say('Served by'), placeholder: say('The whole name') },
];

const placeFilter = (places: PlaceOptions): FilterField => ({
  kind: 'choice',
  name: 'placeId',
  label: say('Place'),
  options: [{ value: 'all', label: say('All places') }, ...places],
});

/** Every redemption at this merchant. The first page has the totals of all filtered redemptions. */
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
      title={say('Transactions')}
      exports={
        <ExportButton fetching={async () => fetchFile(merchantTransactionsCsv, { query: filters })}>
          {say('Export CSV')}
        </ExportButton>
      }
      filters={
        <FilterBar
          filters={filters}
          onChange={change}
          onClear={clear}
          fields={filterFields(usePlaceOptions())}
        />
      }
      count={totals !== undefined && <TransactionCount totals={totals} />}
      caption={say('Redemptions, newest first')}
      columns={transactionColumns(open)}
      rows={rows}
      rowKey={({ redemptionId }) => redemptionId}
      paging={list}
      failed={{
        title: say('Failed to load transactions'),
        text: say('Your money is safe. We could not reach the server.'),
      }}
      none={{
        title: say('No transactions found'),
        action: (
          <Link className={buttonClass()} to="/merchant/dashboard/redeem">
            {say('Redeem a voucher')}
          </Link>
        ),
      }}
      found={{ isNarrowed, onShowAll: clear, title: say('No transactions found') }}
      foot={totals !== undefined && <TransactionTotals shown={rows?.length ?? 0} totals={totals} />}
    >
      {opened !== undefined && (
        <TransactionDialog transaction={opened} onClose={() => setOpenedId(undefined)} />
      )}
    </ListScreen>
  );
}

type Totals = NonNullable<CallAnswer<typeof merchantTransactions>['totals']>;

/** Number of loaded rows, and the sums of all filtered transactions by state. */
function TransactionTotals({ shown, totals }: { shown: number; totals: Totals }) {
  const { completed, pending, reversed } = totals;
  return (
    <TableFoot>
      <span className="muted">
        {say('Showing {shown} of {count}', { shown: figure(shown), count: countText(totals) })}
      </span>
      <span className="muted">
        {say('{count} completed', { count: figure(completed.count) })}{' '}
        <Money amountShillings={completed.amount} />
      </span>
      {pending.count > 0 && (
        <span className="muted">
          {say('{count} pending', { count: figure(pending.count) })}{' '}
          <Money amountShillings={pending.amount} />
        </span>
      )}
      {reversed.count > 0 && (
        <span className="muted">
          {say('{count} reversed', { count: figure(reversed.count) })}{' '}
          <Money amountShillings={reversed.amount} />
        </span>
      )}
      <Total {...totals} />
    </TableFoot>
  );
}

/** "3 transactions" and their sum, shown above the list. */
function TransactionCount({ totals }: { totals: Totals }) {
  const { count } = totals;
  return (
    <>
      <span>
        <RichText
          text={count === 1 ? '<b>{count}</b> transaction' : '<b>{count}</b> transactions'}
          count={countText(totals)}
        />
      </span>
      <Total {...totals} />
    </>
  );
}

function Total({ count, amount, isWhole }: Totals) {
  return (
    <span>
      {isWhole ? say('Total') : say('Total of the newest {count}', { count: figure(count) })}{' '}
      <Money amountShillings={amount} />
    </span>
  );
}

function countText({ count, isMore }: Totals): string {
  return `${figure(count)}${isMore ? '+' : ''}`;
}

function figure(count: number): string {
  return count.toLocaleString('en-KE');
}

/** The specification's columns. A click anywhere on a row opens the redemption. */
function transactionColumns(onOpen: (row: MerchantTransaction) => void): Column<MerchantTransaction>[] {
  return [
    {
      label: say('M-Pesa Txn ID'),
      cell: ({ mpesaTxnId, redemptionId }) => (
        <span className="cell-lines">
          {mpesaTxnId === undefined ? <span className="dash">—</span> : <span>{mpesaTxnId}</span>}
          <span title={say('Receipt of the till')}>{shortReference(redemptionId)}</span>
        </span>
      ),
      cardPart: 'side',
      className: 'code',
    },
    {
      label: say('Voucher ID'),
      cell: ({ voucherId }) => <span title={voucherId}>{shortReference(voucherId)}</span>,
      from: 1200,
      className: 'code muted',
    },
    {
      label: say('User'),
      cell: (row) => (
        <span className="cell-lines">
          <button type="button" className="row-open" onClick={() => onOpen(row)}>
            {row.user}
          </button>
          {row.reference !== undefined && <span>{row.reference}</span>}
        </span>
      ),
      cardPart: 'name',
    },
    {
      label: say('Phone'),
      cell: ({ phone }) => phone ?? <span className="dash">—</span>,
      cardPart: 'second',
      from: 900,
    },
    { label: say('Date'), cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
    { label: say('Served by'), cell: ({ servedBy }) => servedBy, from: 1200 },
    { label: say('Status'), cell: (row) => <Status {...row} />, cardPart: 'state' },
    {
      label: say('Amount'),
      cell: ({ amount, refundState }) => (
        <Money amountShillings={amount} direction={refundState === undefined ? undefined : 'returned'} />
      ),
      cardPart: 'amount',
      isRight: true,
    },
  ];
}

/** Status text: plain for completed redemptions, a badge for all others. */
function Status({ status, refundState }: MerchantTransaction) {
  if (status === 'Completed') return <StatusText status={status} />;
  return <StatusBadge status={stateWord(status, refundState)} />;
}
