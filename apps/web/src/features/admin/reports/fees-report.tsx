import type { FeesEarned } from '@zawadi/contract/reports-dashboard';
import { feesReport } from '@zawadi/contract/reports';
import { call } from '../../../api/call.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Period } from '../../lists/period.ts';
import { groupDays, spanText } from '../../lists/day-groups.ts';
import { SignedMoney } from '../signed-money.tsx';
import { FigureTable, TotalFoot, type Named } from './figure-table.tsx';
import { sumBars } from './report-bars.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';

type FeeDay = FeesEarned & { day: string };

const KINDS = ['deposit', 'withdrawal', 'settlement'] as const;

/** Fees earned in a period, less refunded fees. */
export function FeesReport({ period }: { period: Period }) {
  const report = useReport('fees', period, (signal) => call(feesReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ days, total }) => (
        <>
          <section aria-label="The period in figures">
            <StatCards count={4} isBusy={false}>
              <FeeCard label="Fees earned" amount={total.total} />
              <FeeCard label="On deposits" amount={total.deposit} />
              <FeeCard label="On withdrawals" amount={total.withdrawal} />
              <FeeCard label="On settlements" amount={total.settlement} />
            </StatCards>
          </section>
          {total.total > 0 && (
            <ReportChart
              title="Fees earned"
              labels={['All fees']}
              bars={sumBars(days, ({ total: fees }) => [fees])}
            />
          )}
          <FigureTable
            title="Fees by day"
            nameLabel="Day"
            columns={columns}
            rows={feeRows(days)}
            empty={<EmptyState title="No fees in this period" />}
            foot={<TotalFoot total={<SignedMoney amountShillings={total.total} />} />}
          />
        </>
      )}
    </ReportFrame>
  );
}

function FeeCard({ label, amount }: { label: string; amount: number }) {
  return (
    <StatCard label={label}>
      {amount < 0 ? <SignedMoney amountShillings={amount} /> : <MoneyFigure amountShillings={amount} />}
    </StatCard>
  );
}

const columns: readonly Column<Named<FeesEarned>>[] = [
  column('Deposits', 'deposit', 'second'),
  column('Withdrawals', 'withdrawal', 'third'),
  column('Settlements', 'settlement'),
  {
    label: 'Total',
    cell: ({ total }) => <SignedMoney amountShillings={total} />,
    cardPart: 'amount',
    isRight: true,
  },
];

function column(
  label: string,
  kind: keyof FeesEarned,
  cardPart?: 'second' | 'third',
): Column<Named<FeesEarned>> {
  return {
    label,
    cell: (line) => (
      <>
        <span className="card-label">{label} </span>
        <SignedMoney amountShillings={line[kind]} />
      </>
    ),
    cardPart,
    isRight: true,
  };
}

/** Returns the days or weeks with earned or refunded fees, the latest first. */
function feeRows(days: readonly FeeDay[]): Named<FeesEarned>[] {
  return groupDays(days)
    .map((group) => ({ ...group.days.reduce(added), name: spanText(group) }))
    .filter((line) => KINDS.some((kind) => line[kind] !== 0))
    .reverse();
}

function added(left: FeeDay, right: FeeDay): FeeDay {
  return {
    day: left.day,
    deposit: left.deposit + right.deposit,
    withdrawal: left.withdrawal + right.withdrawal,
    settlement: left.settlement + right.settlement,
    total: left.total + right.total,
  };
}
