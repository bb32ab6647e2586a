import type { adminSettlementDetail } from '@zawadi/contract/settlements-admin';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';

type Attempt = CallAnswer<typeof adminSettlementDetail>['attempts'][number];

const columns: readonly Column<Attempt>[] = [
  { label: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, slip: 'name' },
  { label: 'To', cell: ({ destination }) => destination, from: 900 },
  {
    label: 'What came of it',
    cell: ({ outcome, resultCode }) => (resultCode === undefined ? outcome : `${outcome} (${resultCode})`),
    slip: 'second',
    className: 'wraps',
  },
  {
    label: 'M-PESA’s ID',
    cell: ({ conversationId, reference }) => reference ?? conversationId ?? <span className="dash">—</span>,
    slip: 'third',
    className: 'code wraps',
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, slip: 'amount' },
];

/** Every try to pay a batch out, with what M-PESA's support asks for. A try that failed took no money. */
export function PayOutAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Sheet title="Pay-out attempts">
      <DataTable
        caption="Pay-out attempts, oldest first"
        columns={columns}
        rows={attempts}
        rowKey={({ attemptId }) => attemptId}
      />
    </Sheet>
  );
}

function Status({ status }: Pick<Attempt, 'status'>) {
  return status === 'Paid' ? <StatusText status="Completed" /> : <StatusBadge status={status} />;
}
