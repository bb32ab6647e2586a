import { Link } from '@tanstack/react-router';
import type { AdminDashboard, FeesEarned } from '@zawadi/contract/reports-dashboard';
import type { SystemHealth } from '@zawadi/contract/system-health';
import { useDeferredValue, useState, type CSSProperties, type ReactNode } from 'react';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { weekdayText } from '../../../ui/time-text.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useAdministrator } from '../../session/session.tsx';
import { AlertsSheet } from '../alerts/alerts-sheet.tsx';
import { useAlerts } from '../alerts/use-alerts.ts';
import { figureText } from '../figure-text.ts';
import { SignedMoney } from '../signed-money.tsx';
import { signedText } from '../signed-text.ts';
import { useWorkList } from '../work-list/use-work-list.ts';
import { WorkSheet } from '../work-list/work-sheet.tsx';
import { DayCharts } from './day-charts.tsx';
import { workingText } from '../system-health/health-words.ts';
import { RecentTransactions } from './recent-transactions.tsx';
import { TodaysPerformance } from './todays-performance.tsx';
import { ProvedLine } from '../system-health/proved-line.tsx';
import { HealthLink, SystemHealthSheet } from '../system-health/system-health.tsx';
import { useHealth } from '../system-health/use-health.ts';
import { useDashboard } from './use-dashboard.ts';
import './dashboard.css';

const LINES = [
  { name: 'deposit', label: 'Deposits' },
  { name: 'withdrawal', label: 'Withdrawals' },
  { name: 'settlement', label: 'Settlements' },
  { name: 'total', label: 'Total' },
] as const satisfies readonly { name: keyof FeesEarned; label: string }[];

/** Waiting work, business figures and system health. */
export function DashboardScreen() {
  const dashboard = useDashboard();
  const health = useHealth();
  const { staffRole } = useAdministrator();
  const alerts = useAlerts();
  const work = useWorkList();
  const figures = dashboard.data;
  const isMissing = dashboard.isError && figures === undefined;
  const hasWork = staffRole !== 'read-only';
  const title = <PageTitle title="Dashboard" aside={<DayAndHealth health={health.data} />} />;
  // Wait until all blocks have loaded: each block's height is unknown before, so later blocks would jump. The value is
  // deferred, so that React renders the page in steps.
  const isReady = useDeferredValue(
    alerts.isFetched && dashboard.isFetched && (!hasWork || work.isFetched),
    false,
  );
  if (!isReady) {
    return (
      <>
        {title}
        <Sheet title="To do">
          <ListSkeleton rows={3} />
        </Sheet>
      </>
    );
  }
  return (
    <>
      {title}
      <AlertsSheet working={health.data && workingText(health.data)} />
      {hasWork && <WorkSheet />}
      {isMissing ? (
        <Sheet>
          <LoadFailure title="The figures could not be loaded" of={dashboard}>
            No money is affected.
          </LoadFailure>
        </Sheet>
      ) : (
        <DayCharts days={figures?.days} />
      )}
      <AllTime totals={figures?.totals} isMissing={isMissing} />
      <TodaysPerformance figures={figures} isMissing={isMissing} readAtMs={dashboard.dataUpdatedAt} />
      {!isMissing && (
        <>
          <div className="dashboard-cols">
            <MerchantPerformance merchants={figures?.merchantPerformance} />
            <RecentTransactions transactions={figures?.recentTransactions} />
          </div>
          <FeesSummary fees={figures?.fees} />
        </>
      )}
      {health.data !== undefined && <ProvedLine proofs={health.data.proofs} />}
      <SystemHealthSheet health={health} />
    </>
  );
}

/** Today's date in Nairobi, and the system's health in one word, which links to the details. */
function DayAndHealth({ health }: { health: SystemHealth | undefined }) {
  const [today] = useState(() => weekdayText(new Date()));
  return (
    <p className="day-line num">
      <span>{today}</span>
      {/* Invisible text reserves the space, so that the page below does not jump when the health has loaded. */}
      {health ? (
        <HealthLink state={health.state} />
      ) : (
        <span className="invisible" aria-hidden="true">
          All systems working
        </span>
      )}
    </p>
  );
}

type AllTimeProps = { totals: AdminDashboard['totals'] | undefined; isMissing: boolean };

/** The specification's four summary cards: business totals since the launch. */
function AllTime({ totals, isMissing }: AllTimeProps) {
  const missing = isMissing ? '—' : undefined;
  const figure = (value: ReactNode) => (totals ? value : missing);
  return (
    <section aria-labelledby="all-time-title" className="stack-2">
      <h2 id="all-time-title">All time</h2>
      <StatCards count={4} isBusy={totals === undefined && !isMissing}>
        <StatCard label="Total Transactions">{figure(figureText(totals?.transactions ?? 0))}</StatCard>
        <StatCard label="Total Volume">
          {figure(<MoneyFigure amountShillings={totals?.volume ?? 0} />)}
        </StatCard>
        <StatCard label="Merchants">{figure(figureText(totals?.merchants ?? 0))}</StatCard>
        <StatCard label="Fees Earned">
          {figure(<SignedMoney amountShillings={totals?.feesEarned ?? 0} />)}
        </StatCard>
      </StatCards>
    </section>
  );
}

/** Fees earned by kind of payment, with links to the details. */
function FeesSummary({ fees }: { fees: AdminDashboard['fees'] | undefined }) {
  return (
    <Sheet title="Fees Summary" action={<span className="small muted">In KES</span>}>
      <FeeTable fees={fees} />
      <p className="fees-links">
        <Link to="/admin/transactions">All transactions</Link>
        <Link to="/admin/merchants">All merchants</Link>
        <Link to="/admin/reports/$report" params={{ report: 'fees' }}>
          Fees report
        </Link>
      </p>
    </Sheet>
  );
}

function FeeTable({ fees }: { fees: AdminDashboard['fees'] | undefined }) {
  return (
    // Large sums do not fit on a phone, so this region scrolls. Keyboard users must be able to focus it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="ledger-frame" aria-label="Fees" tabIndex={0}>
      <table className="ledger fees" aria-busy={fees === undefined}>
        <caption className="sr">Fees earned, in KES</caption>
        <thead>
          <tr>
            <th scope="col">Fees of</th>
            <th scope="col">Today</th>
            <th scope="col">30 days</th>
            <th scope="col">All time</th>
          </tr>
        </thead>
        <tbody>
          {LINES.map(({ name, label }) => (
            <tr key={name} data-total={name === 'total' || undefined}>
              <th scope="row">{label}</th>
              {(['today', 'lastThirtyDays', 'allTime'] as const).map((span) => (
                <td key={span}>{fees ? signedText(fees[span][name]) : <SkeletonBlock width="3.5rem" />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Performance = AdminDashboard['merchantPerformance'];

/** The merchants with the highest sum of redemptions in the last thirty days. */
function MerchantPerformance({ merchants }: { merchants: Performance | undefined }) {
  const most = Math.max(1, ...(merchants ?? []).map(({ amount }) => amount));
  return (
    <Sheet title="Merchant Performance" action={<span className="small muted">30 days</span>}>
      {merchants === undefined && <ListSkeleton rows={5} />}
      {merchants?.length === 0 && <EmptyState title="Nothing redeemed yet" />}
      {merchants !== undefined && merchants.length > 0 && (
        <ul className="hbars" aria-label="Most redeemed in the last thirty days">
          {merchants.map((merchant) => (
            <MerchantBar key={merchant.merchantCode} merchant={merchant} most={most} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function MerchantBar({ merchant, most }: { merchant: Performance[number]; most: number }) {
  const { merchantCode, businessName, redemptions, amount } = merchant;
  return (
    <li>
      <div>
        <Link to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
          {businessName}
        </Link>
        <small>{redemptions === 1 ? '1 redemption' : `${figureText(redemptions)} redemptions`}</small>
      </div>
      <Money amountShillings={amount} />
      <i style={{ '--v': `${(amount / most) * 100}%` } as CSSProperties} aria-hidden="true" />
    </li>
  );
}
