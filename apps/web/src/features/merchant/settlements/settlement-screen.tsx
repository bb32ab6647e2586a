import { Link, useParams } from '@tanstack/react-router';
import { settlementPdf, settlementTransactionsCsv } from '@zawadi/contract/settlements';
import type { Settlement } from '@zawadi/contract/settlements';
import { ArrowLeft } from 'lucide-react';
import { CallRefused, fetchFile } from '../../../api/call.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { SettlementFacts } from '../../settlement-batch/settlement-facts.tsx';
import { settlementTimeline } from '../../settlement-batch/settlement-timeline.ts';
import { SettlementTransactions } from '../../settlement-batch/settlement-transactions.tsx';
import { SettlementAttempts } from './settlement-attempts.tsx';
import { useSettlement, useSettlementTransactions } from './use-settlements.ts';
import '../../lists/lists.css';

/** One batch: what it comes to, what became of it, and everything that is in it. */
export function SettlementScreen() {
  const { batchId } = useParams({ from: '/merchant/dashboard/settlements/$batchId' });
  const { data, error, isFetching, refetch } = useSettlement(batchId);
  if (error instanceof CallRefused && error.code === 'not_found') return <NoBatch batchId={batchId} />;
  return (
    <>
      <PageTitle
        title={batchId}
        above={<Back />}
        aside={
          <ExportButton fetching={async () => fetchFile(settlementPdf, { params: { batchId } })}>
            PDF statement
          </ExportButton>
        }
      >
        {data && <StatusBadge status={data.settlement.status} />}
      </PageTitle>
      {data === undefined && error !== null && (
        <Sheet>
          <LoadFailure of={{ error, isFetching, refetch }}>
            Your money is safe. We could not read this batch.
          </LoadFailure>
        </Sheet>
      )}
      {data === undefined && error === null && <SkeletonBlock height="24rem" radius="12px" />}
      {data !== undefined && (
        <>
          <div className="cols even">
            <SettlementFacts settlement={data.settlement} netLabel="You get" />
            <Sheet title="What happened" isPadded>
              <Timeline items={settlementTimeline(data)} />
            </Sheet>
          </div>
          {data.attempts.length > 0 && <SettlementAttempts attempts={data.attempts} />}
          <Inside batchId={batchId} />
        </>
      )}
    </>
  );
}

function Inside({ batchId }: Pick<Settlement, 'batchId'>) {
  return (
    <SettlementTransactions
      list={useSettlementTransactions(batchId)}
      safe="Your money is safe. We could not reach the server."
      action={
        <ExportButton fetching={async () => fetchFile(settlementTransactionsCsv, { params: { batchId } })}>
          Export CSV
        </ExportButton>
      }
    />
  );
}

function Back() {
  return (
    <Link className="back" to="/merchant/dashboard/settlements">
      <Icon of={ArrowLeft} />
      Settlements
    </Link>
  );
}

function NoBatch({ batchId }: Pick<Settlement, 'batchId'>) {
  return (
    <>
      <PageTitle title="Settlements" above={<Back />} />
      <Sheet>
        <EmptyState
          title="There is no such batch"
          action={
            <Link className={buttonClass({ variant: 'secondary' })} to="/merchant/dashboard/settlements">
              All settlements
            </Link>
          }
        >
          {batchId} is not one of your settlements.
        </EmptyState>
      </Sheet>
    </>
  );
}
