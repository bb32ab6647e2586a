import { Link } from '@tanstack/react-router';
import type { AdminSettlement } from '@zawadi/contract/settlements-admin';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';

/** Columns: merchant, amount, and the decision that the batch waits for; a click on a row opens the batch. */
export const settlementColumns: readonly Column<AdminSettlement>[] = [
  {
    label: 'Batch ID',
    cell: ({ batchId }) => <span className="code muted">{batchId}</span>,
    cardPart: 'second',
    from: 1200,
  },
  {
    label: 'Merchant',
    cell: ({ batchId, businessName }) => (
      <Link className="row-open" to="/admin/settlements/$batchId" params={{ batchId }}>
        {businessName}
      </Link>
    ),
    cardPart: 'name',
  },
  { label: 'Date', cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
  {
    label: 'Waits for',
    cell: (row) => {
      const waiting = waitsFor(row);
      return waiting === undefined ? <span className="dash">—</span> : <b className="strong">{waiting}</b>;
    },
    cardPart: 'side',
  },
  {
    label: 'Amount',
    cell: ({ amount, status }) => (
      <Money amountShillings={amount} direction={status === 'Canceled' ? 'void' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
  {
    label: 'Fee',
    cell: ({ processingFee }) => <Money amountShillings={processingFee} />,
    isRight: true,
    from: 900,
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, cardPart: 'state' },
];

function Status({ status }: Pick<AdminSettlement, 'status'>) {
  return status === 'Completed' ? <StatusText status={status} /> : <StatusBadge status={status} />;
}

type Waiting = Pick<
  AdminSettlement,
  'status' | 'isFrozen' | 'needsApproval' | 'openDecision' | 'failureReason' | 'method'
>;

/** Returns in a few words why a batch waits for an administrator; undefined if it does not wait. */
export function waitsFor(batch: Waiting): string | undefined {
  const { status, isFrozen, needsApproval, openDecision, failureReason, method } = batch;
  if (status === 'Pending') {
    if (isFrozen) return 'Merchant suspended';
    if (failureReason !== undefined) return 'Pay-out failed';
    return needsApproval ? 'Approval' : undefined;
  }
  if (status !== 'Processing') return undefined;
  if (openDecision !== undefined) return 'Second administrator';
  return method === 'bank-file' ? 'Payment at the bank' : undefined;
}
