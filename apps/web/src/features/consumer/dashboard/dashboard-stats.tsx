import { formatKes } from '@zawadi/contract/money';
import type { ReactNode } from 'react';
import type { Trend } from '@zawadi/contract/wallets';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { monthText } from '../../../ui/calendar-text.ts';
import { MoneyFigure } from '../../../ui/money.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { TrendUp } from '../../../ui/trend-up.tsx';
import { BalanceCard } from '../balance-card.tsx';
import type { DashboardStats as Stats, useDashboardStats } from '../wallets/use-dashboard-stats.ts';

/** A consumer's four figures; dashes if they failed to load (the list below shows the error). */
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
          note={figures && <MonthNote trend={figures.trends.totalDeposit} months={figures.monthly} />}
        >
          {figures ? <MoneyFigure amountShillings={figures.totalDeposit} /> : missing}
        </Stat>
        <Stat
          label={say('Total Vouchers Bought')}
          note={figures && <CountNote trend={figures.trends.totalVouchersBought} months={figures.monthly} />}
        >
          {figures?.totalVouchersBought ?? missing}
        </Stat>
        <Stat
          label={say('Total Vouchers Redeemed')}
          note={
            figures && <CountNote trend={figures.trends.totalVouchersRedeemed} months={figures.monthly} />
          }
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

/** Note below the balance: a limit on withdrawals if there is one, otherwise this month's change. */
function BalanceNote({ figures }: { figures: Stats }) {
  const { walletBalance, withdrawableMaximum, trends } = figures;
  if (withdrawableMaximum < walletBalance)
    return say('{amount} can go to M-PESA today', { amount: formatKes(withdrawableMaximum) });
  if (walletBalance === 0 && trends.walletBalance.previous === 0) return say('Gifts you add show here');
  return balanceTrendText(trends.walletBalance);
}

type NoteProps = { trend: Trend; months: Stats['monthly'] };

/** This month's money; an arrow shows that it exceeds the whole of last month. */
function MonthNote({ trend, months }: NoteProps) {
  const [, month] = lastMonths(months);
  if (trend.current === 0) return say('None in {month}', { month });
  return (
    <TrendLine trend={trend}>
      <RichText text="<b>{figure}</b> in {month}" figure={formatKes(trend.current)} month={month} />
    </TrendLine>
  );
}

function CountNote({ trend, months }: NoteProps) {
  return (
    <TrendLine trend={trend}>
      <CountWords trend={trend} months={months} />
    </TrendLine>
  );
}

function CountWords({ trend: { current, previous }, months }: NoteProps) {
  const [former, present] = lastMonths(months);
  const count = Math.abs(current - previous);
  if (current > previous)
    return <RichText text="<b>{count} more</b> than {month}" {...{ count }} month={former} />;
  if (current < previous) return say('{count} fewer than {month}', { count, month: former });
  return current === 0
    ? say('None in {month}', { month: present })
    : say('As many as in {month}', { month: former });
}

/** An increase is green with an arrow; a decrease is grey. */
function TrendLine({ trend, children }: { trend: Trend; children: ReactNode }) {
  if (trend.current <= trend.previous) return children;
  return <TrendUp>{children}</TrendUp>;
}

/** Returns the short names of last month and this month. */
function lastMonths(months: Stats['monthly']): [string, string] {
  const [former = '', present = ''] = months.slice(-2).map(({ month }) => monthText(month, 'short'));
  return [former, present];
}

/** Describes how the balance changed since the end of last month. */
export function balanceTrendText({ current, previous }: Trend): string {
  if (current === previous) return say('No change this month');
  const amount = formatKes(Math.abs(current - previous));
  return say('{amount} this month', { amount: `${current > previous ? '+' : '−'}\u00a0${amount}` });
}
