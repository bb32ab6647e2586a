import { expiriesReport } from '@zawadi/contract/reports';
import { call } from '../../../api/call.ts';
import { dayText, monthText } from '../../../ui/calendar-text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Period } from '../../lists/period.ts';
import { countText } from '../count-text.ts';
import { FigureTable, sumColumns, TotalFoot, type Sum } from './figure-table.tsx';
import { standingOut } from './report-bars.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';

const columns = sumColumns('Vouchers', ['voucher', 'vouchers']);

/** Vouchers that expired in a period, and vouchers that will expire soon. */
export function ExpiriesReport({ period }: { period: Period }) {
  const report = useReport('expiries', period, (signal) => call(expiriesReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ done, total, coming }) => (
        <>
          <ExpiryCards done={total} coming={coming.reduce(added, { count: 0, amount: 0 })} />
          {coming.some(({ count }) => count > 0) && (
            <ReportChart
              title="Going to expire"
              labels={['Left on vouchers now']}
              bars={standingOut(
                coming.map(({ month, amount }) => ({
                  key: month,
                  label: monthText(month, 'short'),
                  figures: [amount],
                })),
              )}
            />
          )}
          <FigureTable
            title="Going to expire, by month"
            nameLabel="Month"
            columns={columns}
            rows={coming
              .filter(({ count }) => count > 0)
              .map(({ month, ...sum }) => ({ ...sum, name: monthText(month, 'long') }))}
            empty={<EmptyState title="Nothing expires within twelve months" />}
          />
          <FigureTable
            title="Expired in this period"
            nameLabel="Day"
            columns={columns}
            rows={done.map(({ day, ...sum }) => ({ ...sum, name: dayText(day, 'long') })).reverse()}
            empty={<EmptyState title="Nothing expired in this period" />}
            foot={<TotalFoot total={<Money amountShillings={total.amount} />} />}
          />
        </>
      )}
    </ReportFrame>
  );
}

function ExpiryCards({ done, coming }: { done: Sum; coming: Sum }) {
  return (
    <section aria-label="Expiries in figures">
      <StatCards count={2} isBusy={false}>
        <StatCard label="Expired in this period" note={countText(done.count, 'voucher', 'vouchers')}>
          <MoneyFigure amountShillings={done.amount} />
        </StatCard>
        <StatCard label="Within twelve months" note={countText(coming.count, 'voucher', 'vouchers')}>
          <MoneyFigure amountShillings={coming.amount} />
        </StatCard>
      </StatCards>
    </section>
  );
}

function added(left: Sum, right: Sum): Sum {
  return { count: left.count + right.count, amount: left.amount + right.amount };
}
