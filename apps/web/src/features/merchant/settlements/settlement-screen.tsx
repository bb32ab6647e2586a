import { useParams } from '@tanstack/react-router';
import { shortReference } from '@zawadi/contract/short-reference';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import {
  settlementPdf,
  settlementTransactionsCsv,
  type Settlement,
  type SettlementTransaction,
  type settlementDetail,
} from '@zawadi/contract/settlements';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
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
import { ProblemReports } from '../support/report-problem.tsx';
import { useSettlement, useSettlementTransactions } from './use-settlements.ts';
import { say, translated } from '../../../i18n/say.ts';
import { batchSentence } from '../../settlement-batch/batch-words.ts';

type Attempt = CallAnswer<typeof settlementDetail>['attempts'][number];

const columns = (): Column<Attempt>[] => [
  { label: say('Started'), cell: ({ startedAt }) => <Time at={startedAt} />, cardPart: 'name' },
  { label: say('To'), cell: ({ destination }) => destination, cardPart: 'second' },
  {
    label: say('Result'),
    cell: ({ outcome }) => batchSentence(outcome),
    cardPart: 'third',
    className: 'wraps',
  },
  { label: say('Status'), cell: ({ status }) => <Status status={status} />, cardPart: 'amount' },
];

const settlementsLink = (): ListLink => ({
  to: '/merchant/dashboard/settlements',
  label: say('Settlements'),
});

/** One batch: its total, its outcome, and its redemptions. */
export function SettlementScreen() {
  const { batchId } = useParams({ from: '/merchant/dashboard/settlements/$batchId' });
  return (
    <DetailScreen
      query={useSettlement(batchId)}
      title={batchId}
      list={settlementsLink()}
      missing={{
        title: say('There is no such batch'),
        text: say('{batch} is not one of your settlements.', { batch: batchId }),
        all: say('All settlements'),
      }}
      failed={{ text: say('Your money is safe. We could not read this batch.') }}
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
        above={<BackLink {...settlementsLink()} />}
        aside={
          <ExportButton fetching={async () => fetchFile(settlementPdf, { params: { batchId } })}>
            {say('PDF statement')}
          </ExportButton>
        }
      >
        <StatusBadge status={status} />
      </PageTitle>
      <div className="cols even">
        <SettlementFacts settlement={settlement} netLabel={say('You get')} />
        <Sheet title={say('What happened')} isPadded>
          <Timeline items={settlementTimeline(detail)} />
        </Sheet>
      </div>
      <Sheet title={say('Problems')} isPadded>
        <ProblemReports
          about={{ kind: 'batch', batchId }}
          subject={say('Batch {batch}', { batch: batchId })}
        />
      </Sheet>
      <PayOutAttempts attempts={attempts} columns={columns()} />
      <Inside settlement={settlement} />
    </>
  );
}

function Inside({ settlement: { batchId, cutOffAt } }: { settlement: Settlement }) {
  const [reported, setReported] = useState<SettlementTransaction>();
  return (
    <>
      <SettlementTransactions
        list={useSettlementTransactions(batchId)}
        cutOffAt={cutOffAt}
        safe={say('Your money is safe. We could not reach the server.')}
        action={
          <ExportButton fetching={async () => fetchFile(settlementTransactionsCsv, { params: { batchId } })}>
            {say('Export CSV')}
          </ExportButton>
        }
        onOpen={setReported}
      />
      {reported !== undefined && (
        <EntryDialog batchId={batchId} entry={reported} onClose={() => setReported(undefined)} />
      )}
    </>
  );
}

type EntryDialogProps = { batchId: string; entry: SettlementTransaction; onClose: () => void };

/** One row of a batch, and the letters about it. */
function EntryDialog({ batchId, entry, onClose }: EntryDialogProps) {
  const { transactionId, description, amount, redemptionId, voucherId, reference } = entry;
  const id = shortReference(redemptionId ?? voucherId ?? transactionId);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={translated(description)}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {say('Close')}
        </Button>
      }
    >
      <Facts
        facts={[
          {
            label: say('Amount'),
            value: <Money amountShillings={Math.abs(amount)} direction={amount < 0 ? 'out' : undefined} />,
          },
          { label: say('Date'), value: <Time at={entry.date} /> },
          { label: say('Reference'), value: <span className="code">{id}</span> },
          reference !== undefined && { label: say('Your reference'), value: reference },
        ]}
      />
      <ProblemReports
        about={{ kind: 'entry', batchId, transactionId }}
        subject={say('{what} {id} in batch {batch}', { what: translated(description), id, batch: batchId })}
      />
    </Dialog>
  );
}

function Status({ status }: Pick<Attempt, 'status'>) {
  return status === 'Paid' ? say('Paid') : <StatusBadge status={status} />;
}
