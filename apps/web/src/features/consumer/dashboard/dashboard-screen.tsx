import type { User } from '@zawadi/contract/users';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { weekdayText } from '../../../ui/time-text.ts';
import { useSession } from '../../session/session.tsx';
import { ActivitySheet } from '../activities/activity-sheet.tsx';
import { ViewAllTransactions } from '../activities/view-all.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { useDashboardStats } from '../use-dashboard-stats.ts';
import { DashboardStats } from './dashboard-stats.tsx';
import { MonthlyChart } from './monthly-chart.tsx';
import { QuickActions } from './quick-actions.tsx';

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
