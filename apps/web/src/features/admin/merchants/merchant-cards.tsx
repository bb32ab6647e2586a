import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useMerchantsSummary } from './use-merchants.ts';

/** Shows the number of merchants and their redemptions; dashes until the figures load. */
export function MerchantCards() {
  const { data, isError } = useMerchantsSummary();
  const missing = isError && data === undefined ? '—' : undefined;
  return (
    <section aria-label="All merchants">
      <StatCards count={4} isBusy={data === undefined && !isError}>
        <StatCard label="Total Merchants" note={data ? `${countText(data.pending)} pending approval` : null}>
          {data ? countText(data.total) : missing}
        </StatCard>
        <StatCard label="Active" note={data ? `${countText(data.suspended)} suspended` : null}>
          {data ? countText(data.active) : missing}
        </StatCard>
        <StatCard label="Volume">{data ? <MoneyFigure amountShillings={data.volume} /> : missing}</StatCard>
        <StatCard label="Transactions">{data ? countText(data.transactions) : missing}</StatCard>
      </StatCards>
    </section>
  );
}

function countText(count: number): string {
  return count.toLocaleString('en-KE');
}
