import { Check, TriangleAlert, Upload } from 'lucide-react';
import { useState } from 'react';
import { pullStatement, type ReconciliationRun } from '@zawadi/contract/reconciliation';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { call } from '../../../api/call.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRights } from '../use-rights.ts';
import { Cents } from '../cents.tsx';
import { ReconciliationTabs } from './reconciliation-tabs.tsx';
import { StatementProofs } from './statement-proofs.tsx';
import { UploadStatement } from './upload-statement.tsx';
import { useRuns } from './use-reconciliation.ts';
import { useCompared } from './use-compared.ts';
import { ACCOUNT_WORDS } from './reconciliation-words.ts';
import { daysOf, openText, originOf } from './run-words.ts';

/** Columns: a statement with its open items; a click anywhere on a row opens it. */
const runColumns: Column<ReconciliationRun>[] = [
  {
    label: 'Statement',
    cell: (run) => (
      <Link
        className="row-open"
        to="/admin/reconciliation/statements/$runId"
        params={{ runId: run.runId }}
        aria-label={`${ACCOUNT_WORDS[run.account]}, ${daysOf(run)}, ${originOf(run)}`}
      >
        {ACCOUNT_WORDS[run.account]}
      </Link>
    ),
    cardPart: 'name',
  },
  { label: 'Days', cell: daysOf, cardPart: 'second' },
  { label: 'Compared', cell: ({ madeAt }) => <Time at={madeAt} />, cardPart: 'third' },
  { label: 'By', cell: ({ madeBy }) => madeBy, from: 900 },
  { label: 'Lines', cell: ({ lines }) => lines.toLocaleString('en-KE'), isRight: true, from: 900 },
  { label: 'Open', cell: ({ openItems }) => <Open openItems={openItems} />, cardPart: 'state' },
  { label: 'Difference', cell: (run) => <OpenAmounts of={run} />, cardPart: 'amount', isRight: true },
];

const HOURS = [
  { value: '24', label: 'The last 24 hours' },
  { value: '48', label: 'The last 48 hours' },
] as const;

/** Lists compared statements, with buttons to compare another statement. */
export function StatementsScreen() {
  const { mayMoveMoney } = useRights();
  const [asking, setAsking] = useState<'upload' | 'pull'>();
  const runs = useRuns({});
  const close = () => setAsking(undefined);
  return (
    <>
      <PageTitle title="Statements" />
      <ReconciliationTabs />
      <StatementProofs />
      {mayMoveMoney && (
        <div className="actions">
          <Button onClick={() => setAsking('upload')}>
            <Icon of={Upload} />
            Upload statement
          </Button>
          <Button variant="secondary" onClick={() => setAsking('pull')}>
            Pull from M-PESA
          </Button>
        </div>
      )}
      <Sheet>
        <EndlessTable
          caption="Statements that were compared, newest first"
          columns={runColumns}
          rows={runs.data?.pages.flatMap((page) => page.runs)}
          rowKey={({ runId }) => runId}
          paging={runs}
          failed={{ title: 'Failed to load the statements', text: 'The ledger itself is not affected.' }}
          empty={
            <EmptyState title="No statements yet">
              Download a statement of M-PESA’s organisation portal or of the bank, as CSV or Excel file, and
              upload it here.
            </EmptyState>
          }
        />
      </Sheet>
      {asking === 'upload' && <UploadStatement onClose={close} />}
      {asking === 'pull' && <PullStatement onClose={close} />}
    </>
  );
}

/** Requests the list of customers' payments from M-PESA. */
function PullStatement({ onClose }: { onClose: () => void }) {
  const [hours, setHours] = useState<string>('48');
  const showCompared = useCompared();
  return (
    <ConfirmDialog
      title="Pull the list of payments from M-PESA?"
      action="Pull and compare"
      busyLabel="Comparing..."
      confirm={async () => showCompared(await call(pullStatement, { body: { hours: Number(hours) } }))}
      onClose={onClose}
    >
      <p className="muted">Customers’ payments of the last 48 hours at most. No money moves.</p>
      <SelectField
        label="Period"
        options={HOURS}
        value={hours}
        onChange={({ target }) => setHours(target.value)}
      />
    </ConfirmDialog>
  );
}

/** Surpluses and shortfalls have separate sums, because they could cancel each other out. */
function OpenAmounts({ of: { openMoreCents, openLessCents } }: { of: ReconciliationRun }) {
  const amounts = [openMoreCents, openLessCents].filter((amount) => amount !== 0);
  if (amounts.length === 0) return <Cents amountCents={0} />;
  return (
    <span className="open-amounts">
      {amounts.map((amount) => (
        <Cents key={Math.sign(amount)} amountCents={amount} isSigned />
      ))}
    </span>
  );
}

function Open({ openItems }: Pick<ReconciliationRun, 'openItems'>) {
  const isDone = openItems === 0;
  return (
    <span className={isDone ? 'status success' : 'badge warn'}>
      <Icon of={isDone ? Check : TriangleAlert} />
      {openText(openItems)}
    </span>
  );
}
