import { liabilityReport, type LiabilityAge } from '@zawadi/contract/reports';
import { call } from '../../../api/call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Period } from '../../lists/period.ts';
import { figureText } from '../figure-text.ts';
import { BalanceHistory } from './balance-history.tsx';
import { FigureTable, sumColumns, TotalFoot } from './figure-table.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';

const AGES = {
  '0-30': 'Up to 30 days',
  '31-90': '31 to 90 days',
  '91-180': '91 to 180 days',
  '181-365': '181 to 365 days',
  '366+': 'Older than a year',
} as const satisfies Record<LiabilityAge, string>;

const columns = sumColumns('Vouchers', ['voucher', 'vouchers']);

/** Outstanding vouchers now: their amount, age and history. */
export function LiabilityReport({ period }: { period: Period }) {
  const report = useReport('liability', period, (signal) => call(liabilityReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ total, ages, expiredLiability, days }) => (
        <>
          <section aria-label="Now">
            <StatCards count={3} isBusy={false}>
              <StatCard label="Outstanding now">
                <MoneyFigure amountShillings={total.amount} />
              </StatCard>
              <StatCard label="Vouchers">{figureText(total.count)}</StatCard>
              <StatCard label="Expired, still owed">
                <MoneyFigure amountShillings={expiredLiability} />
              </StatCard>
            </StatCards>
          </section>
          <FigureTable
            title="Outstanding by age"
            nameLabel="Since it was issued"
            columns={columns}
            rows={ages.map(({ age, ...sum }) => ({ ...sum, name: AGES[age] }))}
            empty={<EmptyState title="Nothing is outstanding" />}
            foot={
              <TotalFoot
                note="As it stands now, whatever the period."
                total={<Money amountShillings={total.amount} />}
              />
            }
          />
          <BalanceHistory title="At the end of each day" days={days} />
        </>
      )}
    </ReportFrame>
  );
}
