import type { Approval } from '@zawadi/contract/approvals';
import { useCallback, useState } from 'react';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { MoneyTabs } from '../transactions/money-tabs.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { APPROVAL_STATUSES, approvalSearch } from './approval-search.ts';
import { useApprovals } from './use-approvals.ts';
import { ApprovalStatusMark } from './approval-status.tsx';
import { kindWordOf } from './approval-words.ts';
import '../money-lists.css';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: 'All states' },
      ...APPROVAL_STATUSES.map((value) => ({ value, label: value })),
    ],
  },
];

/** Lists the approval requests: open ones, and decided ones with their outcome. */
export function ApprovalsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(approvalSearch);
  const list = useApprovals(filters);
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap((page) => page.approvals);
  const opened = rows?.find(({ approvalId }) => approvalId === openedId);
  const open = useCallback((row: Approval) => setOpenedId(row.approvalId), []);
  return (
    <ListScreen
      title="Approvals"
      above={<MoneyTabs />}
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      caption="Requests for approval, newest first"
      columns={approvalColumns(open)}
      rows={rows}
      rowKey={({ approvalId }) => approvalId}
      paging={list}
      failed={{ title: 'Failed to load approvals', text: 'Nothing was approved or rejected.' }}
      none={{
        title: 'Nothing waits for approval',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No approvals found' }}
    >
      {opened !== undefined && <ApprovalDialog approval={opened} onClose={() => setOpenedId(undefined)} />}
    </ListScreen>
  );
}

/** Columns: the request, its requester and time; a click anywhere on a row opens it. */
function approvalColumns(onOpen: (row: Approval) => void): Column<Approval>[] {
  return [
    {
      label: 'What',
      cell: (row) => (
        <button type="button" className="row-open" onClick={() => onOpen(row)}>
          {row.summary}
        </button>
      ),
      cardPart: 'name',
      className: 'wraps',
    },
    { label: 'Kind', cell: ({ kind }) => kindWordOf(kind), from: 1200 },
    { label: 'Asked by', cell: ({ requestedBy }) => requestedBy, cardPart: 'second' },
    { label: 'Asked', cell: ({ requestedAt }) => <Time at={requestedAt} />, cardPart: 'third' },
    {
      label: 'Amount',
      cell: ({ amount }) =>
        amount === 0 ? <span className="dash">—</span> : <Money amountShillings={amount} />,
      cardPart: 'amount',
      isRight: true,
    },
    { label: 'Status', cell: ({ status }) => <ApprovalStatusMark status={status} />, cardPart: 'state' },
  ];
}
