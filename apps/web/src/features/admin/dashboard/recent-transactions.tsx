import { Link } from '@tanstack/react-router';
import type { ListedTransaction, TransactionType } from '@zawadi/contract/transactions';
import { ArrowDownLeft, ArrowUpRight, Landmark, Ticket, Undo2, Wallet, type LucideIcon } from 'lucide-react';
import { StatusText } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { amountLookOf, partyOf, stateOf } from '../transactions/describe-transaction.ts';

const ICONS = {
  Deposit: ArrowDownLeft,
  Withdrawal: ArrowUpRight,
  Redemption: Ticket,
  Claim: Wallet,
  Settlement: Landmark,
  Refund: Undo2,
} as const satisfies Record<TransactionType, LucideIcon>;

/** The latest transactions; each links to its details. */
export function RecentTransactions({
  transactions,
}: {
  transactions: readonly ListedTransaction[] | undefined;
}) {
  return (
    <Sheet
      title="Recent Transactions"
      action={
        <Link to="/admin/transactions" className={buttonClass({ variant: 'quiet', small: true })}>
          View All
        </Link>
      }
    >
      {transactions === undefined && <ListSkeleton rows={8} />}
      {transactions?.length === 0 && <EmptyState title="No transactions yet" />}
      {transactions !== undefined && transactions.length > 0 && (
        <ul className="moves">
          {transactions.map((transaction) => (
            <Row key={`${transaction.type} ${transaction.transactionId}`} transaction={transaction} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Row({ transaction }: { transaction: ListedTransaction }) {
  const { type, transactionId, date, amount } = transaction;
  return (
    <li className="transaction-row">
      <span className={type === 'Deposit' ? 'tile in' : 'tile'}>
        <Icon of={ICONS[type]} />
      </span>
      <div className="what">
        <Link
          className="transaction-open"
          to="/admin/transactions/$type/$transactionId"
          params={{ type, transactionId }}
        >
          {partyOf(transaction)}
        </Link>
        <span className="when">
          {type} · <Time at={date} />
        </span>
      </div>
      <div className="side">
        <Money amountShillings={amount} direction={amountLookOf(transaction)} />
        <StatusText status={stateOf(transaction)} />
      </div>
    </li>
  );
}
