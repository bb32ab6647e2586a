import type { MerchantTransaction } from '@zawadi/contract/merchant-reports';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';

/** The columns of the specification; a press anywhere on a row opens it. */
export function transactionColumns(
  onOpen: (row: MerchantTransaction) => void,
): Column<MerchantTransaction>[] {
  return [
    { label: 'M-Pesa Txn ID', cell: ({ mpesaTxnId }) => mpesaTxnId ?? '—', slip: 'side', className: 'code' },
    {
      label: 'Voucher ID',
      cell: ({ voucherId }) => <span title={voucherId}>{shortVoucherId(voucherId)}</span>,
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
      slip: 'name',
    },
    { label: 'Phone', cell: ({ phone }) => phone ?? '—', slip: 'second', from: 900 },
    { label: 'Date', cell: ({ date }) => <Time at={date} />, slip: 'third' },
    { label: 'Status', cell: (row) => <Status {...row} />, slip: 'state' },
    {
      label: 'Amount',
      cell: ({ amount, status }) => (
        <Money amountShillings={amount} direction={status === 'Failed' ? 'void' : undefined} />
      ),
      slip: 'amount',
      isRight: true,
    },
  ];
}

/** The ordinary state is quiet; a reversed redemption says why it is Failed. */
function Status({ status, reversedAt }: MerchantTransaction) {
  if (status === 'Completed') return <StatusText status={status} />;
  return (
    <span className="row-state">
      <StatusBadge status={status} />
      {reversedAt !== undefined && <span className="tiny muted">Reversed</span>}
    </span>
  );
}

// The first symbols of an id are a clock that moves on every minute, the next ones every millisecond.
const TELLING_SYMBOLS = 13;

/** As much of a voucher's id as tells it from others; the search finds it by this. */
function shortVoucherId(voucherId: string): string {
  return voucherId.slice(0, TELLING_SYMBOLS);
}
