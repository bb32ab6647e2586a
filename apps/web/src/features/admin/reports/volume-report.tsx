import { volumeReport, type VolumeLine } from '@zawadi/contract/reports';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import type { Period } from '../../lists/period.ts';
import { groupDays, spanText } from '../../lists/day-groups.ts';
import { countText } from '../count-text.ts';
import { figureText } from '../figure-text.ts';
import { FigureTable, type Named, type Sum } from './figure-table.tsx';
import { sumBars } from './report-bars.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';

type Row = Named<VolumeLine>;

type Look = Pick<Column<Row>, 'cardPart' | 'from'> & { cardLabel?: string };

/** Columns for each kind of transaction. Phones show only deposits, pay-outs and redemptions. */
const volumeColumns: readonly Column<Row>[] = [
  column('Deposits', ({ deposits }) => deposits, { cardPart: 'amount' }),
  column('Redemptions', ({ redemptions }) => redemptions, { cardPart: 'second', cardLabel: 'Redeemed' }),
  column('Withdrawals', ({ withdrawals }) => withdrawals, { cardPart: 'third', cardLabel: 'Withdrawn' }),
  column('Settlements', ({ settlements }) => settlements),
  column('Claims', ({ claims }) => claims, { from: 1200 }),
  column('Refunds', ({ refunds }) => refunds, { from: 1200 }),
];

const KINDS = ['deposits', 'withdrawals', 'redemptions', 'claims', 'settlements', 'refunds'] as const;

/** Transactions in a period, by kind. */
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
            empty={<EmptyState title="Nothing moved in this period" />}
            foot={
              <span>
                {countText(total.claims.count, 'claim', 'claims')} {formatKes(total.claims.amount)} ·{' '}
                {countText(total.refunds.count, 'refund', 'refunds')} {formatKes(total.refunds.amount)}
              </span>
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

/** Returns the days or weeks with transactions, the latest first. */
export function volumeRows(days: readonly (VolumeLine & { day: string })[]): Named<VolumeLine>[] {
  return groupDays(days)
    .map((group) => ({ name: spanText(group), ...group.days.map(withoutDay).reduce(added) }))
    .filter((line) => KINDS.some((kind) => line[kind].count > 0))
    .reverse();
}

function withoutDay({ day: _day, ...line }: VolumeLine & { day: string }): VolumeLine {
  return line;
}

function added(left: VolumeLine, right: VolumeLine): VolumeLine {
  const both = (kind: keyof VolumeLine) => ({
    count: left[kind].count + right[kind].count,
    amount: left[kind].amount + right[kind].amount,
  });
  return {
    deposits: both('deposits'),
    withdrawals: both('withdrawals'),
    redemptions: both('redemptions'),
    claims: both('claims'),
    settlements: both('settlements'),
    refunds: both('refunds'),
  };
}

function column(label: string, sumOf: (row: Row) => Sum, { cardLabel, ...look }: Look = {}): Column<Row> {
  return {
    label,
    isRight: true,
    ...look,
    cell: (row) => {
      const { count, amount } = sumOf(row);
      return (
        <>
          {cardLabel !== undefined && <span className="card-label">{cardLabel} </span>}
          {count === 0 ? (
            <span className="muted">—</span>
          ) : (
            <>
              <Money amountShillings={amount} />{' '}
              <span className="tiny muted">×&nbsp;{figureText(count)}</span>
            </>
          )}
        </>
      );
    },
  };
}
