import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useSettlementSummary } from './use-settlements.ts';

/** Settled, on its way, and how long it takes. Without an answer they are dashes; the list below says why. */
export function SettlementCards() {
  const { data, isError } = useSettlementSummary();
  const missing = isError && data === undefined ? '—' : undefined;
  return (
    <section aria-label="Your settlements">
      <StatCards count={3} isBusy={data === undefined && !isError}>
        <StatCard label="Total Settled" note="Completed batches, before fees">
          {data ? <MoneyFigure amountShillings={data.totalSettled} /> : missing}
        </StatCard>
        <StatCard label="Pending Settlements" note="Batches on their way to you">
          {data ? <MoneyFigure amountShillings={data.pendingSettlements} /> : missing}
        </StatCard>
        <StatCard label="Average Settlement" note="From the end of the day to your money">
          {data ? (data.averageSettlement ?? '—') : missing}
        </StatCard>
      </StatCards>
    </section>
  );
}
