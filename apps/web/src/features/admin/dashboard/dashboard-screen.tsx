import { Link } from '@tanstack/react-router';
import type { AdminDashboard, FeesEarned } from '@zawadi/contract/reports-dashboard';
import { formatKes } from '@zawadi/contract/money';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { AlertsSheet } from '../alerts/alerts-sheet.tsx';
import { useAlerts } from '../alerts/use-alerts.ts';
import { figureText } from '../figure-text.ts';
import { signedText } from '../signed-text.ts';
import { BrandTile } from '../merchants/brand-tile.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SystemHealthSheet } from './system-health.tsx';
import { useDashboard, useHealth } from './use-dashboard.ts';
import './dashboard.css';

const LINES = [
  { name: 'deposit', label: 'Deposits' },
  { name: 'withdrawal', label: 'Withdrawals' },
  { name: 'settlement', label: 'Settlements' },
  { name: 'total', label: 'Total' },
] as const satisfies readonly { name: keyof FeesEarned; label: string }[];

/** How the business does, and whether everything works. */
export function DashboardScreen() {
  const dashboard = useDashboard();
  const health = useHealth();
  const figures = dashboard.data;
  const isMissing = dashboard.isError && figures === undefined;
  return (
    <>
      <PageTitle title="Dashboard" />
      <AlertsSheet />
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

/** Cases that wait for a person and are too young for an alert. */
function OpenReviews({ count }: { count: number | undefined }) {
  const { data } = useAlerts();
  const isAlert = data?.alerts.some(({ kind }) => kind === 'reviews_waiting') ?? true;
  if (count === undefined || count === 0 || isAlert) return null;
  return (
    <Alert tone="warn">
      <b className="strong">
        {count === 1 ? '1 case waits' : `${figureText(count)} cases wait`} for a decision.
      </b>{' '}
      <Link to="/admin/transactions/reviews" className="nowrap">
        Open the review queue
      </Link>
    </Alert>
  );
}

type DashboardCardsProps = { totals: AdminDashboard['totals'] | undefined; isMissing: boolean };

/** The four numbers of the business since it began. Without an answer they are dashes. */
function DashboardCards({ totals, isMissing }: DashboardCardsProps) {
  const missing = isMissing ? '—' : undefined;
  return (
    <section aria-label="Since the beginning">
      <StatCards count={4} isBusy={totals === undefined && !isMissing}>
        <StatCard label="Total Transactions">{totals ? figureText(totals.transactions) : missing}</StatCard>
        <StatCard label="Total Volume">
          {totals ? <MoneyFigure amountShillings={totals.volume} /> : missing}
        </StatCard>
        <StatCard label="Merchants">{totals ? figureText(totals.merchants) : missing}</StatCard>
        <StatCard label="Fees Earned">
          {totals ? <MoneyFigure amountShillings={totals.feesEarned} /> : missing}
        </StatCard>
      </StatCards>
    </section>
  );
}

type TodaysPerformanceProps = { figures: AdminDashboard | undefined; isMissing: boolean };

/** What moved today in Nairobi, and what yesterday came to. */
function TodaysPerformance({ figures, isMissing }: TodaysPerformanceProps) {
  const missing = isMissing ? '—' : undefined;
  const money = (name: 'volume' | 'depositVolume' | 'withdrawalVolume') => ({
    note: figures ? `Yesterday ${formatKes(figures.yesterday[name])}` : null,
    children: figures ? <MoneyFigure amountShillings={figures.today[name]} /> : missing,
  });
  return (
    <section aria-labelledby="today-title" className="stack-2">
      <h2 id="today-title">Today’s Performance</h2>
      <StatCards count={4} isBusy={figures === undefined && !isMissing}>
        <StatCard
          label="Transactions"
          note={figures ? `Yesterday ${figureText(figures.yesterday.transactions)}` : null}
        >
          {figures ? figureText(figures.today.transactions) : missing}
        </StatCard>
        <StatCard label="Volume" {...money('volume')} />
        <StatCard label="Deposit Volume" {...money('depositVolume')} />
        <StatCard label="Withdrawal Volume" {...money('withdrawalVolume')} />
      </StatCards>
    </section>
  );
}

/** What was earned on which kind of payment, with the ways to what is behind it. */
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
    // Large sums need more room than a phone has, and what scrolls has to be reached by the keyboard.
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

/** Who redeemed most in the last thirty days. */
function MerchantPerformance({ merchants }: { merchants: Performance | undefined }) {
  return (
    <Sheet
      title="Merchant Performance"
      action={
        <Link to="/admin/merchants" className={buttonClass({ variant: 'quiet', small: true })}>
          View All
        </Link>
      }
    >
      {merchants === undefined && <ListSkeleton rows={5} />}
      {merchants?.length === 0 && <EmptyState title="Nothing redeemed yet" />}
      {merchants !== undefined && merchants.length > 0 && (
        <ul className="moves" aria-label="Most redeemed in the last thirty days">
          {merchants.map((merchant) => (
            <Row key={merchant.merchantCode} {...merchant} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Row({ merchantCode, businessName, primaryColor, redemptions, amount }: Performance[number]) {
  return (
    <li className="transaction-row">
      <BrandTile businessName={businessName} brandingConfig={{ primaryColor }} />
      <div className="what">
        <Link className="transaction-open" to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
          {businessName}
        </Link>
        <span className="when">
          {redemptions === 1 ? '1 redemption' : `${figureText(redemptions)} redemptions`} in 30 days
        </span>
      </div>
      <div className="side">
        <Money amountShillings={amount} />
      </div>
    </li>
  );
}
