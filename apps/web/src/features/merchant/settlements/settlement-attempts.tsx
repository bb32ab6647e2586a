import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { settlementDetail } from '@zawadi/contract/settlements';
import { StatusBadge } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';

type Attempt = CallAnswer<typeof settlementDetail>['attempts'][number];

const columns: readonly Column<Attempt>[] = [
  { label: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, slip: 'name' },
  { label: 'To', cell: ({ destination }) => destination, slip: 'second' },
  { label: 'What came of it', cell: ({ outcome }) => outcome, slip: 'third', className: 'wraps' },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, slip: 'amount' },
];

/** Every try to pay a batch out. A try that failed took no money. */
export function SettlementAttempts({ attempts }: { attempts: readonly Attempt[] }) {
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
  return status === 'Paid' ? 'Paid' : <StatusBadge status={status} />;
}
