import { formatKes } from '@zawadi/contract/money';
import type { ReactNode } from 'react';
import type { Trend } from '@zawadi/contract/wallets';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { MoneyFigure } from '../../../ui/money.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { BalanceCard } from '../balance-card.tsx';
import type { DashboardStats as Stats, useDashboardStats } from '../use-dashboard-stats.ts';
import './trend.css';

const ICONS = { up: TrendingUp, down: TrendingDown, level: Minus } as const;

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
          note={figures ? <Way trend={figures.trends.totalDeposit} figureText={formatKes} /> : null}
        >
          {figures ? <MoneyFigure amountShillings={figures.totalDeposit} /> : missing}
        </Stat>
        <Stat
          label={say('Total Vouchers Bought')}
          note={figures ? <Way trend={figures.trends.totalVouchersBought} figureText={String} /> : null}
        >
          {figures?.totalVouchersBought ?? missing}
        </Stat>
        <Stat
          label={say('Total Vouchers Redeemed')}
          note={figures ? <Way trend={figures.trends.totalVouchersRedeemed} figureText={String} /> : null}
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

/** A figure's way since last month. The words say what the arrow shows. */
function TrendLine({ trend, text }: { trend: Trend; text: string }) {
  return (
    <span className="trend">
      <Icon of={ICONS[trendDirection(trend)]} />
      {text}
    </span>
  );
}

type TrendDirection = 'up' | 'down' | 'level';

/** Where a figure goes: this month so far against the whole of last month. */
export function trendDirection({ current, previous }: Trend): TrendDirection {
  if (current === previous) return 'level';
  return current > previous ? 'up' : 'down';
}

// "3900% more" is harder to read than "40 times".
const LARGEST_PERCENT = 999;

/**
 * This month against last, in words.
 * @param figureText how the card writes a figure: money or a count
 */
export function trendText(trend: Trend, figureText: (figure: number) => string): string {
  const { current, previous, changePercent } = trend;
  const figure = figureText(current);
  if (current === 0 && previous === 0) return say('None this month or last');
  if (changePercent === undefined) return say('{figure} this month, none last month', { figure });
  if (changePercent === 0) return say('{figure} this month, as last month', { figure });
  if (changePercent > LARGEST_PERCENT) {
    return say('{figure} this month, {times} times last month’s', {
      figure,
      times: Math.round(current / previous),
    });
  }
  const percent = Math.abs(changePercent);
  return changePercent > 0
    ? say('{figure} this month, {percent}% more than last', { figure, percent })
    : say('{figure} this month, {percent}% less than last', { figure, percent });
}

/** The balance now against the end of last month, in words. */
export function balanceTrendText(
  { current, previous }: Trend,
  moneyText: (amount: number) => string,
): string {
  const amount = moneyText(Math.abs(current - previous));
  if (current === previous) return say('As at the end of last month');
  return current > previous
    ? say('{amount} more than at the end of last month', { amount })
    : say('{amount} less than at the end of last month', { amount });
}
