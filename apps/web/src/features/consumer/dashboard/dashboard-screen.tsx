import type { User } from '@zawadi/contract/users';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Gift, Ticket, Wallet } from 'lucide-react';
import { formatKes } from '@zawadi/contract/money';
import type { MonthlyFigures } from '@zawadi/contract/wallets';
import { say } from '../../../i18n/say.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { weekdayText } from '../../../ui/time-text.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { BarChart, ChartKey, ChartPlace } from '../../../ui/bar-chart.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ChartSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { monthText } from '../../../ui/calendar-text.ts';
import { useSession } from '../../session/session.tsx';
import { ActivitySheet } from '../activities/activity-sheet.tsx';
import { ViewAllTransactions } from '../activities/view-all.tsx';
import { useDashboardStats, type DashboardStats as Stats } from '../wallets/use-dashboard-stats.ts';
import { DashboardStats } from './dashboard-stats.tsx';
import { FirstGift } from './first-gift.tsx';

const RECENT_TRANSACTIONS = 5;

export function DashboardScreen() {
  const { user } = useSession();
  return user === undefined ? (
    <EmptyState title={say('No user data available')} />
  ) : (
    <Dashboard user={user} />
  );
}

function Dashboard({ user }: { user: User }) {
  const stats = useDashboardStats();
  const [today] = useState(() => new Date());
  return (
    <>
      <PageTitle title={say('Welcome back, {name}', { name: firstNameOf(user.firstName) })}>
        {weekdayText(today)}
      </PageTitle>
      {stats.data !== undefined && isUnused(stats.data) ? (
        <FirstGift>
          <QuickActions />
        </FirstGift>
      ) : (
        <Figures stats={stats} />
      )}
    </>
  );
}

/** Returns whether the account has never bought, received or spent anything. */
function isUnused({ walletBalance, totalDeposit, totalVouchersRedeemed, recentActivities }: Stats): boolean {
  return (
    walletBalance === 0 && totalDeposit === 0 && totalVouchersRedeemed === 0 && recentActivities.length === 0
  );
}

function Figures({ stats }: { stats: ReturnType<typeof useDashboardStats> }) {
  return (
    <>
      <DashboardStats stats={stats} />
      <QuickActions />
      <div className="cols level">
        <MonthlyChart months={stats.data?.monthly} isMissing={stats.isError} />
        <ActivitySheet
          title={say('Recent Transactions')}
          stats={stats}
          most={RECENT_TRANSACTIONS}
          action={<ViewAllTransactions />}
        />
      </div>
    </>
  );
}

function QuickActions() {
  return (
    <nav className="quick" aria-label={say('Quick actions')}>
      <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'accent' })}>
        <Icon of={Gift} />
        {say('Buy Gift Card')}
      </Link>
      <Link to="/dashboard/redeem" className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Ticket} />
        {say('Redeem Voucher')}
      </Link>
      <Link to="/dashboard/wallet" className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Wallet} />
        {say('View Wallet')}
      </Link>
    </nav>
  );
}

/**
 * Chart of money in and out over six months. The two kinds of bars also differ in texture; screen readers get a table.
 */
function MonthlyChart({ months, isMissing }: { months?: readonly MonthlyFigures[]; isMissing: boolean }) {
  return (
    <section className="sheet chart-sheet">
      <div className="sheet-head">
        <h2>{say('Six months')}</h2>
        <ChartKey labels={[say('Gifts bought'), say('Withdrawn')]} />
      </div>
      {months === undefined ? <Missing isMissing={isMissing} /> : <Months months={months} />}
    </section>
  );
}

function Missing({ isMissing }: { isMissing: boolean }) {
  return (
    <ChartPlace isBusy={!isMissing}>
      {isMissing ? <ErrorState title={say('No data available')} /> : <ChartSkeleton />}
    </ChartPlace>
  );
}

function Months({ months }: { months: readonly MonthlyFigures[] }) {
  return (
    <>
      <BarChart
        bars={months.map(({ month, paidIn, withdrawn }, index) => ({
          key: month,
          label: monthText(month, 'short'),
          figures: [paidIn, withdrawn],
          isNow: index === months.length - 1,
        }))}
      />
      <FigureTable months={months} />
    </>
  );
}

function FigureTable({ months }: { months: readonly MonthlyFigures[] }) {
  return (
    <div className="sr">
      <table>
        <caption>{say('Gifts bought and money withdrawn in the last six months')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('Month')}</th>
            <th scope="col">{say('Gifts bought')}</th>
            <th scope="col">{say('Withdrawn')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, paidIn, withdrawn }) => (
            <tr key={month}>
              <th scope="row">{monthText(month, 'long')}</th>
              <td>{formatKes(paidIn)}</td>
              <td>{formatKes(withdrawn)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
