import { volumeReport } from '@zawadi/contract/reports';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Period } from '../../lists/period.ts';
import { countText } from '../count-text.ts';
import { figureText } from '../figure-text.ts';
import { FigureTable } from './figure-table.tsx';
import { sumBars } from './report-bars.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';
import { volumeColumns } from './volume-columns.tsx';
import { volumeRows } from './volume-rows.ts';

/** What moved in a period, by kind. */
export function VolumeReport({ period }: { period: Period }) {
  const report = useReport('volume', period, (signal) => call(volumeReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ days, total, total: { deposits, redemptions } }) => (
        <>
          <section aria-label="The period in figures">
            <StatCards count={4} isBusy={false}>
              <SumCard label="Deposits" sum={deposits} />
              <SumCard label="Withdrawals" sum={total.withdrawals} />
              <SumCard label="Redemptions" sum={redemptions} />
              <SumCard label="Settlements" sum={total.settlements} />
            </StatCards>
          </section>
          {deposits.count + redemptions.count > 0 && (
            <ReportChart
              title="Paid in and redeemed"
              labels={['Deposits', 'Redemptions']}
              bars={sumBars(days, (day) => [day.deposits.amount, day.redemptions.amount])}
            />
          )}
          <FigureTable
            title="Volume by day"
            nameLabel="Day"
            columns={volumeColumns}
            rows={volumeRows(days)}
            empty={<EmptyState title="Nothing moved in this period">Choose another period above.</EmptyState>}
            foot={
              <>
                <span className="muted">Days on which nothing moved are left out.</span>
                <span>
                  {countText(total.claims.count, 'claim', 'claims')} {formatKes(total.claims.amount)} ·{' '}
                  {countText(total.refunds.count, 'refund', 'refunds')} {formatKes(total.refunds.amount)}
                </span>
              </>
            }
          />
        </>
      )}
    </ReportFrame>
  );
}

function SumCard({ label, sum }: { label: string; sum: { count: number; amount: number } }) {
  return (
    <StatCard label={label} note={`${figureText(sum.count)} in all`}>
      <MoneyFigure amountShillings={sum.amount} />
    </StatCard>
  );
}
