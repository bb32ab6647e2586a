import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { useDocumentTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { BackLink, DetailScreen, MissingScreen } from '../../lists/detail-screen.tsx';
import type { ListLink } from '../../lists/detail-screen.tsx';
import { useOpenApproval } from '../approvals/use-approvals.ts';
import { WaitsForApproval } from '../approvals/waits-for-approval.tsx';
import { LifeThread } from './life-thread.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { lifeOf } from './transaction-life.ts';
import { chosenOf } from '../../lists/search-params.ts';
import { MOVEMENT_TYPES } from './transaction-search.ts';
import { TransactionSummary } from './transaction-summary.tsx';
import { directionOf, shortId, statusWordOf } from './describe-transaction.ts';
import type { TransactionDetail } from './describe-transaction.ts';
import { OpenCases } from './open-cases.tsx';
import { useTransaction } from './use-transactions.ts';
import { VoucherSheet } from './voucher-sheet.tsx';

const TRANSACTIONS: ListLink = { to: '/admin/transactions', label: 'Transactions' };
const MISSING = {
  title: 'There is no such transaction',
  text: 'Search for what the caller reads out: a receipt, a phone number, a name.',
  all: 'All transactions',
};

/** The whole life of one transaction of money, and what can be done about it. */
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
      title={`${type} ${shortId(transactionId)}`}
      list={TRANSACTIONS}
      missing={MISSING}
      failed={{ text: 'We could not read this transaction. No money is affected.' }}
    >
      {(detail) => <ListedTransaction detail={detail} />}
    </DetailScreen>
  );
}

function ListedTransaction({ detail }: { detail: TransactionDetail }) {
  const { transaction, voucher, reviews } = detail;
  const approval = useOpenApproval(voucher?.voucherId ?? transaction.transactionId);
  return (
    <>
      <Head detail={detail}>
        <TransactionActions detail={detail} isWaiting={approval !== undefined} />
      </Head>
      {approval !== undefined && <WaitsForApproval approval={approval} />}
      <OpenCases reviews={reviews} />
      <div className="cols wide">
        <Sheet title="Life of this payment" isPadded>
          <LifeThread items={lifeOf(detail)} />
        </Sheet>
        <aside className="stack" aria-label="Summary and voucher">
          <TransactionSummary detail={detail} />
          {voucher !== undefined && <VoucherSheet voucher={voucher} actions={detail.actions} />}
        </aside>
      </div>
    </>
  );
}

function Head({ detail: { transaction }, children }: { detail: TransactionDetail; children: ReactNode }) {
  useDocumentTitle(`${transaction.type} ${shortId(transaction.transactionId)}`);
  return (
    <div className="page-head">
      <div>
        <BackLink {...TRANSACTIONS} />
        <p className="small num">
          {transaction.type} · <Time at={transaction.date} />
        </p>
        <h1 className="num">
          <Money amountShillings={transaction.amount} />{' '}
          <span className="party">{directionOf(transaction)}</span>
        </h1>
      </div>
      <div className="row">
        <StatusBadge status={statusWordOf(transaction.status)} />
        {children}
      </div>
    </div>
  );
}
