import { formatKes } from '@zawadi/contract/money';
import type { ReactNode } from 'react';
import { say } from '../../../i18n/say.ts';
import { MoneyFigure } from '../../../ui/money.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { BalanceCard } from '../balance-card.tsx';
import type { DashboardStats as Stats, useDashboardStats } from '../use-dashboard-stats.ts';
import { TrendLine } from './trend-line.tsx';
import { balanceTrendText, trendText } from './trend-text.ts';
import './trend.css';

/** The four numbers of a consumer. Without an answer they are dashes; the list below says why. */
export function DashboardStats({ stats }: { stats: ReturnType<typeof useDashboardStats> }) {
  const figures = stats.data;
  const isMissing = stats.isError && figures === undefined;
  const missing = isMissing ? '—' : undefined;
  return (
    <section className="purse" aria-label={say('Your numbers')}>
      <BalanceCard
        label={say('Wallet Balance')}
        amountShillings={figures?.walletBalance}
        isMissing={isMissing}
        note={figures ? <BalanceNote figures={figures} /> : '\u00a0'}
      />
      <dl className="stats" aria-busy={figures === undefined && !isMissing}>
        <Stat
          label={say('Total Deposit')}
          note={figures && <Way trend={figures.trends.totalDeposit} figureText={formatKes} />}
        >
          {figures ? <MoneyFigure amountShillings={figures.totalDeposit} /> : missing}
        </Stat>
        <Stat
          label={say('Total Vouchers Bought')}
          note={figures && <Way trend={figures.trends.totalVouchersBought} figureText={String} />}
        >
          {figures?.totalVouchersBought ?? missing}
        </Stat>
        <Stat
          label={say('Total Vouchers Redeemed')}
          note={figures && <Way trend={figures.trends.totalVouchersRedeemed} figureText={String} />}
        >
          {figures?.totalVouchersRedeemed ?? missing}
        </Stat>
      </dl>
    </section>
  );
}

function Stat({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="v">{children ?? <SkeletonBlock width="5rem" height="0.85em" />}</dd>
      <dd className="d">{note ?? '\u00a0'}</dd>
    </div>
  );
}

type WayProps = { trend: Stats['trends']['totalDeposit']; figureText: (figure: number) => string };

function Way({ trend, figureText }: WayProps) {
  return <TrendLine trend={trend} text={trendText(trend, figureText)} />;
}

/** How the balance has changed, unless something else about it matters more. */
function BalanceNote({ figures }: { figures: Stats }) {
  const { walletBalance, withdrawableMaximum, trends } = figures;
  if (withdrawableMaximum < walletBalance)
    return say('{amount} can go to M-PESA today', { amount: formatKes(withdrawableMaximum) });
  if (walletBalance === 0 && trends.walletBalance.previous === 0) return say('Gifts you add show here');
  return <TrendLine trend={trends.walletBalance} text={balanceTrendText(trends.walletBalance, formatKes)} />;
}
