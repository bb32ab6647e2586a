import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { ArrowLeftRight, BarChart3, KeyRound, Landmark, ScanLine } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { formatKes } from '@zawadi/contract/money';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say, type Phrase } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { BarChart, ChartPlace } from '../../../ui/bar-chart.tsx';
import { dayText } from '../../../ui/calendar-text.ts';
import { ChartSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useMerchant } from '../../session/session.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FraudAlerts } from '../fraud/fraud-alerts.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { useOverview, type Overview } from './use-overview.ts';
import './overview.css';

const ACTIONS = [
  { to: '/merchant/transactions', label: 'Transactions', icon: ArrowLeftRight },
  { to: '/merchant/settlements', label: 'Settlements', icon: Landmark, isOfWholeShop: true },
  { to: '/merchant/api', label: 'API Access', icon: KeyRound, isOfWholeShop: true },
  { to: '/merchant/reports', label: 'Reports', icon: BarChart3 },
] as const satisfies readonly {
  to: LinkProps['to'];
  label: Phrase;
  icon: LucideIcon;
  isOfWholeShop?: true;
}[];

const STATUS_WORDS = {
  ACTIVE: 'Active',
  PENDING: 'Pending',
  SUSPENDED: 'Suspended',
  INACTIVE: 'Inactive',
} as const;

/** Business figures of the shop, for owners and managers. */
export function OverviewScreen() {
  const { businessName, merchantCode, status, ownPlace, isOfOnePlace } = useMerchant();
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
              {say('Redeem a voucher')}
            </Link>
          </div>
        }
      >
        {isOfOnePlace && `${ownPlace?.name} · `}
        {say('Merchant code')} <b className="code strong">{merchantCode}</b>
      </PageTitle>
      {status === 'PENDING' && (
        <Alert tone="warn">
          <RichText text="<b>Your account is waiting for approval.</b> Set it up now. You can redeem vouchers as soon as we approve it." />
        </Alert>
      )}
      <ClosesToConfirm count={overview.data?.closesToConfirm} />
      <OverviewStats figures={overview.data} isMissing={isMissing} />
      <QuickActions />
      {isMissing ? (
        <Sheet>
          <LoadFailure title={say('Your figures could not be loaded')} of={overview}>
            {say('Your balance is safe.')}
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

/** Says how many closed days wait for the owner or a manager. */
function ClosesToConfirm({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <Alert tone="warn">
      {count === 1
        ? say('1 day close waits for your confirmation.')
        : say('{count} day closes wait for your confirmation.', { count })}{' '}
      <Link to="/merchant/dashboard/day-closes" search={{ state: 'waiting' }}>
        {say('Check and confirm')}
      </Link>
    </Alert>
  );
}

function QuickActions() {
  const { isOfOnePlace } = useMerchant();
  const actions = ACTIONS.filter((action) => !(isOfOnePlace && 'isOfWholeShop' in action));
  return (
    <nav className="overview-quick" aria-label={say('Quick actions')}>
      {actions.map(({ to, label, icon }) => (
        <Link key={to} to={to} className={buttonClass({ variant: 'secondary' })}>
          <Icon of={icon} />
          {say(label)}
        </Link>
      ))}
    </nav>
  );
}

type OverviewStatsProps = { figures: Overview | undefined; isMissing: boolean };

/** The merchant's four figures; without the money owed for a manager of one place. If they fail to load, they show dashes, and the list below shows the error. */
function OverviewStats({ figures, isMissing }: OverviewStatsProps) {
  const { isOfOnePlace } = useMerchant();
  const missing = isMissing ? '—' : undefined;
  const money = (amount: number | undefined) =>
    amount === undefined ? missing : <MoneyFigure amountShillings={amount} />;
  return (
    <section aria-label={say('Your numbers')}>
      <StatCards count={isOfOnePlace ? 3 : 4} isBusy={figures === undefined && !isMissing}>
        <StatCard label={say('Total Vouchers')}>
          {figures?.totalVouchers.toLocaleString('en-KE') ?? missing}
        </StatCard>
        <StatCard label={say('Total Redeemed Value')}>{money(figures?.totalRedeemedValue)}</StatCard>
        {!isOfOnePlace && (
          <StatCard
            label={say('Pending Settlements')}
            note={figures ? <InOwnVouchers amount={figures.inOwnVouchers} /> : null}
          >
            {money(figures?.pendingSettlements)}
          </StatCard>
        )}
        <StatCard
          label={say('Today’s Activity')}
          note={figures ? todayText(figures.today, figures.yesterday) : null}
        >
          {money(figures?.today.amount)}
        </StatCard>
      </StatCards>
    </section>
  );
}

/** Shows the value held in the shop's own vouchers: it explains why the shop is owed less than it sold. */
function InOwnVouchers({ amount }: { amount: number }) {
  if (amount === 0) return null;
  return (
    <Link to="/merchant/dashboard/vouchers">
      {say('{amount} is in vouchers that you made', { amount: formatKes(amount) })}
    </Link>
  );
}

/** Says how many redemptions there were today, and how much was redeemed yesterday. */
export function todayText(today: Overview['today'], yesterday: Overview['yesterday']): string {
  const amount = formatKes(yesterday.amount);
  return today.count === 1
    ? say('1 redemption · yesterday {amount}', { amount })
    : say('{count} redemptions · yesterday {amount}', {
        count: today.count.toLocaleString('en-KE'),
        amount,
      });
}

/** Chart of redemptions in the last fourteen days; screen readers get a table. */
function SalesChart({ days }: { days: Overview['days'] | undefined }) {
  return (
    <section className="sheet chart-sheet">
      <div className="sheet-head">
        <h2>{say('Last 14 days')}</h2>
        <span className="small muted">{say('Redeemed, in KES')}</span>
      </div>
      {days === undefined ? (
        <ChartPlace isBusy>
          <ChartSkeleton />
        </ChartPlace>
      ) : (
        <>
          <BarChart
            bars={days.map(({ day, amount }, index) => ({
              key: day,
              label: barText(day),
              figures: [amount],
              isNow: index === days.length - 1,
            }))}
          />
          <FigureTable days={days} />
        </>
      )}
    </section>
  );
}

function FigureTable({ days }: { days: Overview['days'] }) {
  return (
    <div className="sr">
      <table>
        <caption>{say('Redeemed on each of the last fourteen days')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('Day')}</th>
            <th scope="col">{say('Redemptions')}</th>
            <th scope="col">{say('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, count, amount }) => (
            <tr key={day}>
              <th scope="row">{barText(day)}</th>
              <td>{count}</td>
              <td>{formatKes(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Formats `yyyy-MM-dd` as "20 Nov", short enough to fit below its bar. */
export function barText(day: string): string {
  return dayText(day, 'short').replace('Sept', 'Sep');
}
