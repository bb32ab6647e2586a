import type { AdminDashboard } from '@zawadi/contract/reports-dashboard';
import { formatKes } from '@zawadi/contract/money';
import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { figureText } from '../figure-text.ts';

type TodaysPerformanceProps = { figures: AdminDashboard | undefined; isMissing: boolean };

/** What moved today in Nairobi, and what yesterday came to. */
export function TodaysPerformance({ figures, isMissing }: TodaysPerformanceProps) {
  const missing = isMissing ? '—' : undefined;
  const money = (name: 'volume' | 'depositVolume' | 'withdrawalVolume') => ({
    note: figures && `Yesterday ${formatKes(figures.yesterday[name])}`,
    children: figures ? <MoneyFigure amountShillings={figures.today[name]} /> : missing,
  });
  return (
    <section aria-labelledby="today-title" className="stack-2">
      <h2 id="today-title">Today’s Performance</h2>
      <StatCards count={4} isBusy={figures === undefined && !isMissing}>
        <StatCard
          label="Transactions"
          note={figures && `Yesterday ${figureText(figures.yesterday.transactions)}`}
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
