import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Approval } from '@zawadi/contract/approvals';
import { useCallback, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { MoneyTabs } from '../transactions/money-tabs.tsx';
import { approvalColumns } from './approval-columns.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { APPROVAL_STATUSES, approvalSearch } from './approval-search.ts';
import { useApprovals } from './use-approvals.ts';
import '../../lists/lists.css';
import '../money-lists.css';

const HERE = '/admin/transactions/approvals';
const STATUSES = [
  { value: 'all', label: 'All' },
  ...APPROVAL_STATUSES.map((value) => ({ value, label: value })),
];

/** What waits for a second administrator, and what became of the rest. */
export function ApprovalsScreen() {
  const { status } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = (chosen: string) =>
    void navigate({ search: approvalSearch({ status: chosen }), replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title="Approvals">
        Large refunds, adjustments and corrections, other fees, and colleagues who decide about money need two
        people: one asks, another one approves.
      </PageTitle>
      <MoneyTabs />
      <search className="list-filters single">
        <SelectField
          label="Status"
          value={status ?? 'all'}
          options={STATUSES}
          onChange={({ target }) => narrow(target.value)}
        />
      </search>
      <Sheet>
        <Requests status={status} onShowAll={() => narrow('all')} />
      </Sheet>
    </>
  );
}

type RequestsProps = { status: Approval['status'] | undefined; onShowAll: () => void };

function Requests({ status, onShowAll }: RequestsProps) {
  const list = useApprovals(status === undefined ? {} : { status });
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap((page) => page.approvals);
  const opened = rows?.find(({ approvalId }) => approvalId === openedId);
  const open = useCallback((row: Approval) => setOpenedId(row.approvalId), []);
  return (
    <>
      <EndlessTable
        caption="Requests for approval, newest first"
        columns={approvalColumns(open)}
        rows={rows}
        rowKey={({ approvalId }) => approvalId}
        paging={list}
        failed={{ title: 'Failed to load approvals', text: 'Nothing was approved or rejected.' }}
        empty={<Nothing isNarrowed={status !== undefined} onShowAll={onShowAll} />}
      />
      {opened !== undefined && <ApprovalDialog approval={opened} onClose={() => setOpenedId(undefined)} />}
    </>
  );
}

function Nothing({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  if (!isNarrowed) {
    return (
      <EmptyState title="Nothing waits for approval">
        What needs a second administrator appears here as soon as somebody asks for it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No approvals found"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show everything
        </Button>
      }
    />
  );
}
