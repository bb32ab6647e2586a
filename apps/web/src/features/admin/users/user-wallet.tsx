import { Link } from '@tanstack/react-router';
import type { AdminUser, WalletEntry } from '@zawadi/contract/admin-users';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { Time } from '../../../ui/time.tsx';
import { useUserWallet } from './use-users.ts';

const columns: readonly Column<WalletEntry>[] = [
  { label: 'What', cell: (entry) => <What {...entry} />, cardPart: 'name', className: 'wraps' },
  { label: 'Date', cell: ({ at }) => <Time at={at} />, cardPart: 'third' },
  {
    label: 'Reference',
    cell: ({ reference }) => reference ?? <span className="dash">—</span>,
    cardPart: 'second',
    className: 'code muted',
  },
  {
    label: 'Amount',
    cell: ({ amount }) => <Money amountShillings={Math.abs(amount)} direction={amount < 0 ? 'out' : 'in'} />,
    cardPart: 'amount',
    isRight: true,
  },
  {
    label: 'Balance',
    cell: ({ balanceAfter }) => (
      <>
        <span className="card-label">Balance </span>
        <Money amountShillings={balanceAfter} />
      </>
    ),
    cardPart: 'side',
    isRight: true,
  },
];

/** Link to the cause of a wallet entry: a payment, or the review case in which its money waited. */
function What({ description, kind, transaction }: WalletEntry) {
  if (transaction !== undefined) {
    return (
      <Link className="row-open" to="/admin/transactions/$type/$transactionId" params={transaction}>
        {unbroken(description)}
      </Link>
    );
  }
  if (kind === 'suspense_resolved') {
    return (
      <Link className="row-open" to="/admin/transactions/reviews" search={{ state: 'resolved' }}>
        {unbroken(description)}
      </Link>
    );
  }
  return unbroken(description);
}

/** A consumer's balance, pending amounts and wallet entries. */
export function UserWallet({ user }: { user: AdminUser }) {
  const { userId, walletBalance, onItsWay, openPayments, status } = user;
  const list = useUserWallet(userId);
  return (
    <Sheet
      title="Wallet"
      action={
        status !== 'DELETED' && (
          <Link className="small" to="/admin/transactions" search={{ search: userId }}>
            All transactions
          </Link>
        )
      }
    >
      <div className="pad">
        <StatCards count={3} isBusy={false}>
          <StatCard label="Balance">
            <MoneyFigure amountShillings={walletBalance} />
          </StatCard>
          <StatCard label="On its way">
            <MoneyFigure amountShillings={onItsWay} />
          </StatCard>
          <StatCard label="Open payments">{openPayments}</StatCard>
        </StatCards>
      </div>
      <EndlessTable
        caption="Statement of the wallet, newest first"
        columns={columns}
        rows={list.data?.pages.flatMap((page) => page.entries)}
        rowKey={({ entryId }) => entryId}
        paging={list}
        failed={{ title: 'Failed to load the statement', text: 'The money is safe. We could not read it.' }}
        empty={<EmptyState title="No transactions yet" />}
        skeletonRows={3}
      />
    </Sheet>
  );
}
