import { Link } from '@tanstack/react-router';
import type { ListedTransaction } from '@zawadi/contract/transactions';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { partyOf, shortId, statusWordOf } from './describe-transaction.ts';

/** The columns of the specification, and whose money it is; a press anywhere on a row leads to its whole life. */
export const transactionColumns: readonly Column<ListedTransaction>[] = [
  {
    label: 'Transaction ID',
    cell: ({ transactionId }) => <span title={transactionId}>{shortId(transactionId)}</span>,
    from: 1200,
    className: 'code muted',
  },
  { label: 'Date', cell: ({ date }) => <Time at={date} />, slip: 'third' },
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
    slip: 'name',
  },
  {
    label: 'Type',
    cell: ({ type, reference }) => (
      <>
        {type}
        {reference !== undefined && <span className="slip-label"> · {reference}</span>}
      </>
    ),
    slip: 'second',
  },
  { label: 'Amount', cell: (row) => <Amount {...row} />, slip: 'amount', isRight: true },
  {
    label: 'Fee',
    cell: ({ fee }) => (fee === 0 ? '—' : <Money amountShillings={fee} />),
    isRight: true,
    from: 900,
  },
  {
    label: 'Net value',
    cell: ({ netValue, status }) => <Amount amount={netValue} status={status} />,
    isRight: true,
    from: 900,
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, slip: 'state' },
];

function Amount({ amount, status }: Pick<ListedTransaction, 'amount' | 'status'>) {
  return <Money amountShillings={amount} direction={status === 'Failed' ? 'void' : undefined} />;
}

/** The ordinary state is quiet. */
function Status({ status }: Pick<ListedTransaction, 'status'>) {
  const word = statusWordOf(status);
  return status === 'Success' ? <StatusText status={word} /> : <StatusBadge status={word} />;
}
