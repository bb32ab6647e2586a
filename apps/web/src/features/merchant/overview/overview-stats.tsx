import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { todayText } from './today-text.ts';
import type { Overview } from './use-overview.ts';

type OverviewStatsProps = { figures: Overview | undefined; isMissing: boolean };

/** The four numbers of a merchant. Without an answer they are dashes; the list below says why. */
export function OverviewStats({ figures, isMissing }: OverviewStatsProps) {
  const missing = isMissing ? '—' : undefined;
  const money = (amount: number | undefined) =>
    amount === undefined ? missing : <MoneyFigure amountShillings={amount} />;
  return (
    <section aria-label="Your numbers">
      <StatCards count={4} isBusy={figures === undefined && !isMissing}>
        <StatCard label="Total Vouchers" note="Redeemed or issued here">
          {figures?.totalVouchers.toLocaleString('en-KE') ?? missing}
        </StatCard>
        <StatCard label="Total Redeemed Value" note="Reversed ones left out">
          {money(figures?.totalRedeemedValue)}
        </StatCard>
        <StatCard label="Pending Settlements" note="Owed to you, not paid out yet">
          {money(figures?.pendingSettlements)}
        </StatCard>
        <StatCard label="Today’s Activity" note={figures && todayText(figures.today, figures.yesterday)}>
          {money(figures?.today.amount)}
        </StatCard>
      </StatCards>
    </section>
  );
}
