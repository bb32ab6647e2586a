import { Link } from '@tanstack/react-router';
import type { Settlement } from '@zawadi/contract/settlements';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';

/** The columns of the specification; a press anywhere on a row leads to the batch. */
export const settlementColumns: readonly Column<Settlement>[] = [
  {
    label: 'Batch ID',
    cell: ({ batchId }) => (
      <Link className="row-open code" to="/merchant/dashboard/settlements/$batchId" params={{ batchId }}>
        {batchId}
      </Link>
    ),
    slip: 'name',
  },
  {
    label: 'Amount',
    cell: ({ amount, status }) => (
      <Money amountShillings={amount} direction={status === 'Canceled' ? 'void' : undefined} />
    ),
    slip: 'amount',
    isRight: true,
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, slip: 'state' },
  { label: 'Date', cell: ({ date }) => <Time at={date} />, slip: 'third' },
  { label: 'Payout channel', cell: ({ payoutChannel }) => payoutChannel, slip: 'second' },
  {
    label: 'Transactions',
    cell: ({ transactionCount }) => transactionCount.toLocaleString('en-KE'),
    isRight: true,
    from: 900,
  },
  {
    label: 'Processing fee',
    cell: ({ processingFee }) => (
      <>
        <span className="slip-label">Fee </span>
        <Money amountShillings={processingFee} />
      </>
    ),
    slip: 'side',
    isRight: true,
    from: 900,
  },
];

function Status({ status }: Pick<Settlement, 'status'>) {
  return status === 'Completed' ? <StatusText status={status} /> : <StatusBadge status={status} />;
}
