import type { Approval } from '@zawadi/contract/approvals';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { ApprovalStatusMark } from './approval-status.tsx';
import { kindWordOf } from './approval-words.ts';

/** What was asked for, by whom and when; a press anywhere on a row opens it. */
export function approvalColumns(onOpen: (row: Approval) => void): Column<Approval>[] {
  return [
    {
      label: 'What',
      cell: (row) => (
        <button type="button" className="row-open" onClick={() => onOpen(row)}>
          {row.summary}
        </button>
      ),
      slip: 'name',
      className: 'wraps',
    },
    { label: 'Kind', cell: ({ kind }) => kindWordOf(kind), from: 1200 },
    { label: 'Asked by', cell: ({ requestedBy }) => requestedBy, slip: 'second' },
    { label: 'Asked', cell: ({ requestedAt }) => <Time at={requestedAt} />, slip: 'third' },
    {
      label: 'Amount',
      cell: ({ amount }) => (amount === 0 ? '—' : <Money amountShillings={amount} />),
      slip: 'amount',
      isRight: true,
    },
    { label: 'Status', cell: ({ status }) => <ApprovalStatusMark status={status} />, slip: 'state' },
  ];
}
