import { Link } from '@tanstack/react-router';
import { Plus, Smartphone } from 'lucide-react';
import { StatusBadge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Time } from '../../../ui/time.tsx';
import { useUser } from '../../session/session.tsx';
import { ActivitySheet } from '../activities/activity-sheet.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { useDashboardStats } from '../use-dashboard-stats.ts';

export function WalletScreen() {
  const user = useUser();
  const stats = useDashboardStats();
  return (
    <>
      <PageTitle
        title="My Wallet"
        aside={<StatusBadge status={user.status === 'ACTIVE' ? 'Active' : 'Frozen'} />}
      />
      <section className="purse" aria-label="Your balance">
        <BalanceCard
          label="Available Balance"
          amountShillings={stats.data?.walletBalance}
          isMissing={stats.isError && stats.data === undefined}
          note={stats.data ? <Updated atMs={stats.dataUpdatedAt} /> : '\u00a0'}
        />
        <div className="sheet pad spread content-center">
          <div className="stack-2 max-w-104">
            <h2>Use it or send it on</h2>
            <p className="muted small">Withdraw to M-PESA within minutes, or buy a gift for somebody.</p>
          </div>
          <div className="row fill flex-auto">
            <Link to="/dashboard/redeem" className={buttonClass()}>
              <Icon of={Smartphone} />
              Withdraw
            </Link>
            <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'secondary' })}>
              <Icon of={Plus} />
              Add Money
            </Link>
          </div>
        </div>
      </section>
      <ActivitySheet title="Transaction History" stats={stats} />
    </>
  );
}

function Updated({ atMs }: { atMs: number }) {
  return (
    <>
      Updated <Time at={new Date(atMs).toISOString()} />
    </>
  );
}
