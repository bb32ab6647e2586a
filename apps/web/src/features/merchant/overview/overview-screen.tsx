import { Link } from '@tanstack/react-router';
import { ScanLine } from 'lucide-react';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useMerchant } from '../../session/session.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FraudAlerts } from './fraud-alerts.tsx';
import { OverviewStats } from './overview-stats.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SalesChart } from './sales-chart.tsx';
import { useOverview } from './use-overview.ts';
import './overview.css';

const STATUS_WORDS = {
  ACTIVE: 'Active',
  PENDING: 'Pending',
  SUSPENDED: 'Suspended',
  INACTIVE: 'Inactive',
} as const;

/** How the shop does, for owners and managers. */
export function OverviewScreen() {
  const { businessName, merchantCode, status } = useMerchant();
  const overview = useOverview();
  const isMissing = overview.isError && overview.data === undefined;
  return (
    <>
      <PageTitle
        title={businessName}
        aside={
          <div className="row">
            <StatusBadge status={STATUS_WORDS[status]} />
            <Link to="/merchant/dashboard/redeem" className={buttonClass()}>
              <Icon of={ScanLine} />
              Redeem a voucher
            </Link>
          </div>
        }
      >
        Merchant code <b className="code strong">{merchantCode}</b>
      </PageTitle>
      {status === 'PENDING' && (
        <Alert tone="warn">
          <b className="strong">Your account is waiting for approval.</b> Set it up meanwhile: you can redeem
          vouchers as soon as we have approved it.
        </Alert>
      )}
      <OverviewStats figures={overview.data} isMissing={isMissing} />
      <QuickActions />
      {isMissing ? (
        <Sheet>
          <LoadFailure title="Your figures could not be loaded" of={overview}>
            Your balance is safe.
          </LoadFailure>
        </Sheet>
      ) : (
        <>
          {overview.data !== undefined && <FirstSteps done={overview.data.firstSteps} />}
          <div className="cols level">
            <SalesChart days={overview.data?.days} />
            <FraudAlerts alerts={overview.data?.fraudAlerts} openCount={overview.data?.openFraudAlerts} />
          </div>
          <RecentTransactions transactions={overview.data?.recentTransactions} />
        </>
      )}
    </>
  );
}
