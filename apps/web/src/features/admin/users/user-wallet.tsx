import { Link } from '@tanstack/react-router';
import type { AdminUser, WalletEntry } from '@zawadi/contract/admin-users';
import { RETURNABLE_CREDITS } from '@zawadi/contract/posting-requests';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { Time } from '../../../ui/time.tsx';
import { NewPosting } from '../posting-requests/new-posting.tsx';
import { useRights } from '../use-rights.ts';
import { fullNameOf } from './user-words.ts';
import { useUserWallet } from './use-users.ts';

const COLUMNS: readonly Column<WalletEntry>[] = [
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

/** Column with the button that takes a wrong credit back. */
function takeBackColumn(onTakeBack: (credit: WalletEntry) => void): Column<WalletEntry> {
  return {
    label: 'Action',
    cell: (entry) =>
      entry.amount > 0 &&
      RETURNABLE_CREDITS.includes(entry.kind) && (
        <Button variant="secondary" small onClick={() => onTakeBack(entry)}>
          Take back
        </Button>
      ),
    cardPart: 'state',
  };
}

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
  const { mayMoveMoney } = useRights();
  const [takingBack, setTakingBack] = useState<WalletEntry>();
  return (
    <Sheet
      title="Wallet"
      action={
        <span className="row">
          <Link
            className="small"
            to="/admin/reports/accounts/$account"
            params={{ account: `wallet:${userId}` }}
          >
            Account statement
          </Link>
          {status !== 'DELETED' && (
            <Link className="small" to="/admin/transactions" search={{ search: userId }}>
              All transactions
            </Link>
          )}
        </span>
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
          <StatCard label="Open payments">
            {openPayments === 0 ? (
              0
            ) : (
              <Link to="/admin/transactions" search={{ search: userId, status: 'Pending' }}>
                {openPayments}
              </Link>
            )}
          </StatCard>
        </StatCards>
      </div>
      <EndlessTable
        caption="Statement of the wallet, newest first"
        columns={mayMoveMoney && status !== 'DELETED' ? [...COLUMNS, takeBackColumn(setTakingBack)] : COLUMNS}
        rows={list.data?.pages.flatMap((page) => page.entries)}
        rowKey={({ entryId }) => entryId}
        paging={list}
        failed={{ title: 'Failed to load the statement', text: 'The money is safe. We could not read it.' }}
        empty={<EmptyState title="No transactions yet" />}
        skeletonRows={3}
      />
      {takingBack !== undefined && (
        <NewPosting
          start={{
            templates: ['credit-taken-back'],
            userId,
            creditId: takingBack.entryId,
            payee: fullNameOf(user),
            amount: takingBack.amount,
          }}
          onClose={() => setTakingBack(undefined)}
        />
      )}
    </Sheet>
  );
}
