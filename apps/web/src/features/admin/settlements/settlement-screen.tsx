import { Link, useParams } from '@tanstack/react-router';
import {
  adminSettlementDetail,
  adminSettlementTransactions,
  type AdminSettlement,
} from '@zawadi/contract/settlements-admin';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Timeline } from '../../../ui/timeline.tsx';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { SettlementFacts } from '../../settlement-batch/settlement-facts.tsx';
import { settlementTimeline } from '../../settlement-batch/settlement-timeline.ts';
import { SettlementTransactions } from '../../settlement-batch/settlement-transactions.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { NotesSheet } from '../notes/notes-sheet.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { PayOutAttempts } from '../../settlement-batch/pay-out-attempts.tsx';
import { DecisionAlert } from './decision-alert.tsx';
import { SettlementActions } from './settlement-actions.tsx';

type Attempt = CallAnswer<typeof adminSettlementDetail>['attempts'][number];

const columns: readonly Column<Attempt>[] = [
  { label: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, cardPart: 'name' },
  { label: 'To', cell: ({ destination }) => destination, from: 900 },
  {
    label: 'Result',
    cell: ({ outcome, resultCode }) => (resultCode === undefined ? outcome : `${outcome} (${resultCode})`),
    cardPart: 'second',
    className: 'wraps',
  },
  {
    label: 'M-PESA’s ID',
    cell: ({ conversationId, reference }) => reference ?? conversationId ?? <span className="dash">—</span>,
    cardPart: 'third',
    className: 'code wraps',
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, cardPart: 'amount' },
];

// M-PESA takes seconds to minutes for a pay-out, so poll to show the result.
const PAYOUT_POLL_MS = 5_000;

type Detail = CallAnswer<typeof adminSettlementDetail>;

const SETTLEMENTS: ListLink = { to: '/admin/settlements', label: 'Settlements' };

/** One batch: its amount, attempts, transactions and possible actions. */
export function SettlementScreen() {
  const { batchId } = useParams({ from: '/admin/settlements/$batchId' });
  return (
    <DetailScreen
      query={useAdminSettlement(batchId)}
      title={batchId}
      list={SETTLEMENTS}
      missing={{
        title: 'There is no such batch',
        text: 'A batch ID looks like ST-20261120-7KQ2M.',
        all: 'All settlements',
      }}
      failed={{ text: 'We could not read this batch. No money is affected.' }}
    >
      {(detail) => <Batch detail={detail} />}
    </DetailScreen>
  );
}

function Batch({ detail }: { detail: Detail }) {
  const { settlement, attempts } = detail;
  const { batchId, settlementId, merchantCode, businessName, status } = settlement;
  return (
    <>
      <PageTitle
        title={batchId}
        above={<BackLink {...SETTLEMENTS} />}
        aside={
          <div className="row">
            <StatusBadge status={status} />
            <SettlementActions settlement={settlement} />
          </div>
        }
      >
        {businessName} ·{' '}
        <Link className="code" to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
          {merchantCode}
        </Link>
      </PageTitle>
      <DecisionAlert settlement={settlement} />
      <Waiting settlement={settlement} />
      <div className="cols even">
        <SettlementFacts settlement={settlement} netLabel="To be paid out" />
        <Sheet title="What happened" isPadded>
          <Timeline items={settlementTimeline(detail)} />
        </Sheet>
      </div>
      <PayOutAttempts attempts={attempts} columns={columns} />
      <Inside settlement={settlement} />
      <NotesSheet about={{ subjectKind: 'settlement', subjectId: settlementId }} />
      <AuditLink subjectKind="settlement" subjectId={settlementId} />
    </>
  );
}

/** Explains why a batch is not being paid, or when it will be. */
function Waiting({ settlement }: { settlement: AdminSettlement }) {
  const { status, isFrozen, needsApproval, nextAttemptAt, method } = settlement;
  if (status === 'Pending' && isFrozen)
    return <Alert tone="warn">The merchant is suspended: nothing is paid until it is active again.</Alert>;
  if (status === 'Pending' && needsApproval)
    return <Alert tone="warn">We pay nothing before an administrator approves this batch.</Alert>;
  if (status === 'Pending' && nextAttemptAt !== undefined)
    return <Alert>It is tried again on {appointmentText(new Date(nextAttemptAt))}.</Alert>;
  if (status === 'Processing' && method === 'bank-file' && settlement.openDecision === undefined)
    return <AtTheBank bankFile={settlement.bankFile} />;
  return null;
}

function AtTheBank({ bankFile }: Pick<AdminSettlement, 'bankFile'>) {
  if (bankFile === undefined) return <Alert>It waits for the next bank file.</Alert>;
  return (
    <Alert>
      <p>
        It is in bank file{' '}
        <Link className="code" to="/admin/settlements/bank-files/$number" params={{ number: bankFile }}>
          {bankFile}
        </Link>
        . Once the bank has paid, mark it as paid; a second administrator confirms.
      </p>
    </Alert>
  );
}

function Inside({ settlement: { batchId, cutOffAt } }: { settlement: AdminSettlement }) {
  return (
    <SettlementTransactions
      list={useAdminSettlementTransactions(batchId)}
      cutOffAt={cutOffAt}
      safe="We could not reach the server. No money is affected."
      linkTo={redemptionLink}
    />
  );
}

function redemptionLink(transactionId: string, text: string) {
  const params = { type: 'Redemption', transactionId };
  return (
    <Link className="row-open" to="/admin/transactions/$type/$transactionId" params={params}>
      {text}
    </Link>
  );
}

/** Loads one batch, and polls while M-PESA is paying it out. */
function useAdminSettlement(batchId: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminSettlement(batchId),
    queryFn: ({ signal }) => call(adminSettlementDetail, { params: { batchId }, signal }),
    refetchInterval: ({ state }) => (state.data?.settlement.status === 'Processing' ? PAYOUT_POLL_MS : false),
  });
}

/** Loads the transactions of one batch, newest first. */
function useAdminSettlementTransactions(batchId: string) {
  return usePages(adminSettlementTransactions, {
    queryKey: adminQueryKeys.adminSettlementTransactions(batchId),
    params: { batchId },
  });
}

function Status({ status }: Pick<Attempt, 'status'>) {
  return status === 'Paid' ? <StatusText status="Completed" /> : <StatusBadge status={status} />;
}
