import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatKes } from '@zawadi/contract/money';
import { NOTES_OF_TYPE } from '@zawadi/contract/notes';
import { shortReference } from '@zawadi/contract/short-reference';
import { readTransaction, type TransactionType } from '@zawadi/contract/transactions';
import { ChevronRight } from 'lucide-react';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { useDocumentTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { clockText, dateText, exactTimeText } from '../../../ui/time-text.ts';
import { BackLink, DetailScreen, MissingScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { chosenOf } from '../../lists/search-params.ts';
import { useOpenApproval } from '../approvals/use-approvals.ts';
import { WaitsForApproval } from '../approvals/waits-for-approval.tsx';
import { NotesSheet } from '../notes/notes-sheet.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { lifeOf, type LifeItem } from './transaction-life.ts';
import { MOVEMENT_TYPES } from './transaction-search.ts';
import { TransactionSummary } from './transaction-summary.tsx';
import { amountLookOf, directionOf, stateOf, type TransactionDetail } from './describe-transaction.ts';
import { BasketSheet } from './basket-sheet.tsx';
import { LedgerPosting } from './ledger-posting.tsx';
import { useEventsAbout } from './use-events-about.ts';
import { VoucherSheet } from './voucher-sheet.tsx';
import './life.css';
import '../../../styles/progress-layer.css';

const CLASSES = { done: 'ok', now: 'now', failed: 'bad', noted: undefined } as const;

// M-PESA sends a result within seconds to minutes, so poll to show it.
const PENDING_POLL_MS = 10_000;

const TRANSACTIONS: ListLink = { to: '/admin/transactions', label: 'Transactions' };
const MISSING = {
  title: 'There is no such transaction',
  text: 'Search for what the caller reads out: a receipt, a phone number, a name.',
  all: 'All transactions',
};

/** One transaction: its timeline, and the possible actions. */
export function TransactionScreen() {
  const { type, transactionId } = useParams({ from: '/admin/transactions/$type/$transactionId' });
  const known = chosenOf(MOVEMENT_TYPES, type);
  if (known === undefined) return <MissingScreen list={TRANSACTIONS} {...MISSING} />;
  return <KnownTransaction type={known} transactionId={transactionId} />;
}

type Key = { type: (typeof MOVEMENT_TYPES)[number]; transactionId: string };

function KnownTransaction({ type, transactionId }: Key) {
  return (
    <DetailScreen
      query={useTransaction(type, transactionId)}
      title={`${type} ${shortReference(transactionId)}`}
      list={TRANSACTIONS}
      missing={MISSING}
      failed={{ text: 'We could not read this transaction. No money is affected.' }}
    >
      {(detail) => <ListedTransaction detail={detail} />}
    </DetailScreen>
  );
}

function ListedTransaction({ detail }: { detail: TransactionDetail }) {
  const { transaction, voucher, basket, reviews } = detail;
  const approval = useOpenApproval(voucher?.voucherId ?? transaction.transactionId);
  const events = useEventsAbout(transaction);
  return (
    <>
      <Head detail={detail}>
        <TransactionActions detail={detail} isWaiting={approval !== undefined} />
      </Head>
      {approval !== undefined && <WaitsForApproval approval={approval} />}
      <OpenCases reviews={reviews} />
      <div className="cols wide">
        <Sheet title="Life of this payment" isPadded>
          <LifeThread items={lifeOf(detail, events)} />
        </Sheet>
        <aside className="stack" aria-label="Summary and voucher">
          <TransactionSummary detail={detail} />
          <NotesSheet
            about={{
              subjectKind: NOTES_OF_TYPE[transaction.type],
              subjectId: transaction.transactionId,
            }}
          />
          {voucher !== undefined && <VoucherSheet voucher={voucher} actions={detail.actions} />}
          {basket !== undefined && <BasketSheet gifts={basket} />}
        </aside>
      </div>
    </>
  );
}

function Head({ detail: { transaction }, children }: { detail: TransactionDetail; children: ReactNode }) {
  useDocumentTitle(`${transaction.type} ${shortReference(transaction.transactionId)}`);
  return (
    <div className="page-head">
      <div>
        <BackLink {...TRANSACTIONS} />
        <p className="small num">
          {transaction.type} · <Time at={transaction.date} />
        </p>
        <h1 className="num">
          <Money amountShillings={transaction.amount} direction={amountLookOf(transaction)} />{' '}
          <span className="party">{directionOf(transaction)}</span>
        </h1>
      </div>
      <div className="row">
        <StatusBadge status={stateOf(transaction)} />
        {transaction.refunded !== undefined && (
          <span className="small muted">{formatKes(transaction.refunded)} back</span>
        )}
        {children}
      </div>
    </div>
  );
}

/** Loads one transaction, and polls until its result is known. */
function useTransaction(type: TransactionType, transactionId: string) {
  return useQuery({
    queryKey: adminQueryKeys.transaction(type, transactionId),
    queryFn: ({ signal }) => call(readTransaction, { params: { type, transactionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.transaction.status === 'Pending' ? PENDING_POLL_MS : false),
  });
}

/** Open reviews of the payment, which an administrator resolves before any other action. */
function OpenCases({ reviews }: Pick<TransactionDetail, 'reviews'>) {
  return reviews
    .filter(({ isOpen }) => isOpen)
    .map(({ reviewId, text, heldAmount }) => (
      <Alert key={reviewId} tone="warn">
        <p>
          <b className="strong">{text}.</b>{' '}
          {heldAmount === undefined
            ? 'This case is open.'
            : `${formatKes(heldAmount)} waits in suspense until finance decides whose it is.`}
        </p>
        <Link to="/admin/transactions/reviews" search={{ review: reviewId }}>
          {heldAmount === undefined ? 'Open the case' : 'Decide whose money it is'}
        </Link>
      </Alert>
    ));
}

/** The events of a payment as a timeline; M-PESA's callback bodies are folded below their event. */
function LifeThread({ items }: { items: readonly LifeItem[] }) {
  return (
    <ol className="thread life">
      {items.map((item, index) => (
        <li key={item.key} className={CLASSES[item.state]}>
          <h3>
            {item.title} <Moment at={item.at} after={items[index - 1]?.at} />
          </h3>
          {item.note !== undefined && <p>{item.note}</p>}
          {item.raw !== undefined && <RawMessage {...item.raw} />}
          {item.entries !== undefined && <LedgerPosting entries={item.entries} />}
        </li>
      ))}
    </ol>
  );
}

/** Time of an event; shows the day only at the first event of a day. */
function Moment({ at, after }: { at: string; after: string | undefined }) {
  const moment = new Date(at);
  const day = dateText(moment);
  const isSameDay = after !== undefined && dateText(new Date(after)) === day;
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      {isSameDay ? clockText(moment) : `${day} ${clockText(moment)}`}
    </time>
  );
}

function RawMessage({ outcome, body }: NonNullable<LifeItem['raw']>) {
  return (
    <details className="raw">
      <summary>
        <Icon of={ChevronRight} />
        As it came
        <span>{outcome}</span>
      </summary>
      <pre>{JSON.stringify(body, undefined, 2)}</pre>
    </details>
  );
}
