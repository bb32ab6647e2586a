import type { Review } from '@zawadi/contract/reviews';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';

/** What happened, and how much money waits because of it; a press anywhere on a row opens the case. */
export function reviewColumns(onOpen: (row: Review) => void): Column<Review>[] {
  return [
    {
      label: 'What happened',
      cell: (row) => (
        <button type="button" className="row-open" onClick={() => onOpen(row)}>
          {row.title}
        </button>
      ),
      slip: 'name',
      className: 'wraps',
    },
    {
      label: 'About',
      cell: ({ transaction, receipt }) => receipt ?? transaction?.type ?? '—',
      slip: 'second',
    },
    { label: 'Since', cell: ({ raisedAt }) => <Time at={raisedAt} />, slip: 'third' },
    {
      label: 'Resolved by',
      cell: ({ resolvedBy }) => resolvedBy ?? <span className="dash">—</span>,
      from: 900,
      slip: 'side',
    },
    {
      label: 'Waits in suspense',
      cell: ({ heldAmount }) => (heldAmount === undefined ? '—' : <Money amountShillings={heldAmount} />),
      slip: 'amount',
      isRight: true,
    },
  ];
}
