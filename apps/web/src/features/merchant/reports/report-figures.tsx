import { formatKes } from '@zawadi/contract/money';
import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Report } from './report-lines.ts';

/** What a period comes to. Without an answer it is dashes; the chart below says why. */
export function ReportFigures({ report, isMissing }: { report: Report | undefined; isMissing: boolean }) {
  const missing = isMissing ? '—' : undefined;
  const total = report?.total;
  return (
    <section aria-label="The period in figures">
      <StatCards count={4} isBusy={report === undefined && !isMissing}>
        <StatCard label="Sales" note="Redeemed less reversed">
          {total ? <MoneyFigure amountShillings={total.sales} /> : missing}
        </StatCard>
        <StatCard label="Redemptions" note={total && cameTo(total.redeemed)}>
          {total ? total.redemptions.toLocaleString('en-KE') : missing}
        </StatCard>
        <StatCard label="Reversals" note={total && cameTo(total.reversed)}>
          {total ? total.reversals.toLocaleString('en-KE') : missing}
        </StatCard>
        <StatCard label="Settlement fees" note="Of what was paid out">
          {total ? <MoneyFigure amountShillings={total.fees} /> : missing}
        </StatCard>
      </StatCards>
    </section>
  );
}

function cameTo(amount: number): string {
  return `Came to ${formatKes(amount)}`;
}
