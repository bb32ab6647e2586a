import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useRights } from '../use-rights.ts';
import { PullStatement } from './pull-statement.tsx';
import { ReconciliationTabs } from './reconciliation-tabs.tsx';
import { runColumns } from './run-columns.tsx';
import { UploadStatement } from './upload-statement.tsx';
import { useRuns } from './use-reconciliation.ts';

/** Statements that were compared, and the ways to compare one more. */
export function StatementsScreen() {
  const { mayMoveMoney } = useRights();
  const [asking, setAsking] = useState<'upload' | 'pull'>();
  const runs = useRuns({});
  const close = () => setAsking(undefined);
  return (
    <>
      <PageTitle title="Statements">
        What M-PESA says happened, compared with the ledger line by line.
      </PageTitle>
      <ReconciliationTabs />
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
              Download a statement of the organisation portal of M-PESA as CSV, and upload it here.
            </EmptyState>
          }
        />
      </Sheet>
      {asking === 'upload' && <UploadStatement onClose={close} />}
      {asking === 'pull' && <PullStatement onClose={close} />}
    </>
  );
}
