import type { AdminDashboard } from '@zawadi/contract/reports-dashboard';
import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { figureText } from '../figure-text.ts';

type DashboardCardsProps = { totals: AdminDashboard['totals'] | undefined; isMissing: boolean };

/** The four numbers of the business since it began. Without an answer they are dashes. */
export function DashboardCards({ totals, isMissing }: DashboardCardsProps) {
  const missing = isMissing ? '—' : undefined;
  return (
    <section aria-label="Since the beginning">
      <StatCards count={4} isBusy={totals === undefined && !isMissing}>
        <StatCard label="Total Transactions" note="Gifts, withdrawals, redemptions">
          {totals ? figureText(totals.transactions) : missing}
        </StatCard>
        <StatCard label="Total Volume" note="Before fees">
          {totals ? <MoneyFigure amountShillings={totals.volume} /> : missing}
        </StatCard>
        <StatCard label="Merchants" note="Of every status">
          {totals ? figureText(totals.merchants) : missing}
        </StatCard>
        <StatCard label="Fees Earned" note="Less what was given back">
          {totals ? <MoneyFigure amountShillings={totals.feesEarned} /> : missing}
        </StatCard>
      </StatCards>
    </section>
  );
}
