import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { DashboardCards } from './dashboard-cards.tsx';
import { FeesSummary } from './fees-summary.tsx';
import { MerchantPerformance } from './merchant-performance.tsx';
import { OpenReviews } from './open-reviews.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SystemHealthSheet } from './system-health.tsx';
import { TodaysPerformance } from './todays-performance.tsx';
import { useDashboard, useHealth } from './use-dashboard.ts';
import './dashboard.css';

/** How the business does, and whether everything works. */
export function DashboardScreen() {
  const dashboard = useDashboard();
  const health = useHealth();
  const figures = dashboard.data;
  const isMissing = dashboard.isError && figures === undefined;
  return (
    <>
      <PageTitle title="Dashboard" />
      <OpenReviews count={health.data?.openReviews} />
      <DashboardCards totals={figures?.totals} isMissing={isMissing} />
      <TodaysPerformance figures={figures} isMissing={isMissing} />
      {isMissing && (
        <Sheet>
          <LoadFailure title="The figures could not be loaded" of={dashboard}>
            No money is affected.
          </LoadFailure>
        </Sheet>
      )}
      {!isMissing && (
        <div className="cols">
          <RecentTransactions transactions={figures?.recentTransactions} />
          <div className="dashboard-side">
            <FeesSummary fees={figures?.fees} />
            <MerchantPerformance merchants={figures?.merchantPerformance} />
          </div>
        </div>
      )}
      <SystemHealthSheet health={health} />
    </>
  );
}
