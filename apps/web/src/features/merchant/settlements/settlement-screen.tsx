import { useParams } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import {
  settlementPdf,
  settlementTransactionsCsv,
  type Settlement,
  type settlementDetail,
} from '@zawadi/contract/settlements';
import { fetchFile } from '../../../api/call.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { PayOutAttempts } from '../../settlement-batch/pay-out-attempts.tsx';
import { SettlementFacts } from '../../settlement-batch/settlement-facts.tsx';
import { settlementTimeline } from '../../settlement-batch/settlement-timeline.ts';
import { SettlementTransactions } from '../../settlement-batch/settlement-transactions.tsx';
import { useSettlement, useSettlementTransactions } from './use-settlements.ts';

type Attempt = CallAnswer<typeof settlementDetail>['attempts'][number];

const columns: readonly Column<Attempt>[] = [
  { label: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, cardPart: 'name' },
  { label: 'To', cell: ({ destination }) => destination, cardPart: 'second' },
  { label: 'What came of it', cell: ({ outcome }) => outcome, cardPart: 'third', className: 'wraps' },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, cardPart: 'amount' },
];

const SETTLEMENTS: ListLink = { to: '/merchant/dashboard/settlements', label: 'Settlements' };

/** One batch: its total, its outcome, and its redemptions. */
export function SettlementScreen() {
  const { batchId } = useParams({ from: '/merchant/dashboard/settlements/$batchId' });
  return (
    <DetailScreen
      query={useSettlement(batchId)}
      title={batchId}
      list={SETTLEMENTS}
      missing={{
        title: 'There is no such batch',
        text: `${batchId} is not one of your settlements.`,
        all: 'All settlements',
      }}
      failed={{ text: 'Your money is safe. We could not read this batch.' }}
    >
      {(detail) => <Batch detail={detail} />}
    </DetailScreen>
  );
}

function Batch({ detail }: { detail: CallAnswer<typeof settlementDetail> }) {
  const { settlement, attempts } = detail;
  const { batchId, status } = settlement;
  return (
    <>
      <PageTitle
        title={batchId}
        above={<BackLink {...SETTLEMENTS} />}
        aside={
          <ExportButton fetching={async () => fetchFile(settlementPdf, { params: { batchId } })}>
            PDF statement
          </ExportButton>
        }
      >
        <StatusBadge status={status} />
      </PageTitle>
      <div className="cols even">
        <SettlementFacts settlement={settlement} netLabel="You get" />
        <Sheet title="What happened" isPadded>
          <Timeline items={settlementTimeline(detail)} />
        </Sheet>
      </div>
      <PayOutAttempts attempts={attempts} columns={columns} />
      <Inside batchId={batchId} />
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

function Status({ status }: Pick<Attempt, 'status'>) {
  return status === 'Paid' ? 'Paid' : <StatusBadge status={status} />;
}
