import type { AdminDashboard } from '@zawadi/contract/reports-dashboard';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { BarChart, ChartPlace, PairedCharts, type Bar } from '../../../ui/bar-chart.tsx';
import { dayText } from '../../../ui/calendar-text.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { ChartSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { SignedMoney } from '../signed-money.tsx';
import './day-charts.css';

type Days = AdminDashboard['days'];
type Day = Days[number];

const dayColumn: Column<Day> = { label: 'Day', cell: ({ day }) => dayText(day, 'long'), cardPart: 'name' };

const volumeColumns: readonly Column<Day>[] = [
  dayColumn,
  {
    label: 'Volume',
    cell: ({ volume }) => <Money amountShillings={volume} />,
    isRight: true,
    cardPart: 'amount',
  },
  {
    label: 'Fees',
    cell: ({ fees }) => (
      <>
        <span className="card-label">Fees </span>
        <SignedMoney amountShillings={fees} />
      </>
    ),
    isRight: true,
    cardPart: 'second',
  },
];

const liabilityColumns: readonly Column<Day>[] = [
  dayColumn,
  {
    label: 'At its end',
    cell: ({ voucherLiability }) => <Money amountShillings={voucherLiability} />,
    isRight: true,
    cardPart: 'amount',
  },
];

/** Two charts of the last thirty days, each with a table of its figures. Reserves space until the figures load. */
export function DayCharts({ days }: { days: Days | undefined }) {
  const sum = (figureOf: (day: Day) => number) => days?.reduce((all, day) => all + figureOf(day), 0);
  return (
    <div className="cols even level">
      <ChartSheet
        title="Volume and fees"
        days={days}
        columns={volumeColumns}
        figures={[
          { label: 'Volume', amount: sum(({ volume }) => volume), texture: 'solid' },
          { label: 'Fees', amount: sum(({ fees }) => fees), texture: 'woven' },
        ]}
      >
        {days && (
          <PairedCharts
            upper={barsOf(days, ({ volume }) => volume)}
            lower={barsOf(days, ({ fees }) => fees)}
          />
        )}
      </ChartSheet>
      <ChartSheet
        title="Voucher liability"
        days={days}
        columns={liabilityColumns}
        figures={[
          { label: 'Owed now', amount: days?.at(-1)?.voucherLiability },
          { label: '30 days ago', amount: days?.[0]?.voucherLiability },
        ]}
      >
        {days && <BarChart bars={barsOf(days, ({ voucherLiability }) => voucherLiability)} />}
      </ChartSheet>
    </div>
  );
}

type Figure = { label: string; amount: number | undefined; texture?: 'solid' | 'woven' };

type ChartSheetProps = {
  title: string;
  days: Days | undefined;
  columns: readonly Column<Day>[];
  figures: readonly Figure[];
  children: ReactNode;
};

function ChartSheet({ title, days, columns, figures, children }: ChartSheetProps) {
  return (
    <section className="sheet chart-sheet" aria-busy={days === undefined}>
      <div className="chart-head">
        <h2>
          {title} <small>30 days</small>
        </h2>
        <dl>
          {figures.map((figure) => (
            <ChartFigure key={figure.label} {...figure} />
          ))}
        </dl>
      </div>
      {days === undefined ? (
        <ChartPlace isBusy>
          <ChartSkeleton />
        </ChartPlace>
      ) : (
        <>
          {children}
          <details className="in-figures">
            <summary>
              <Icon of={ChevronRight} />
              In figures
            </summary>
            {/* The table of thirty days scrolls within the sheet. Keyboard users must be able to focus it. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section aria-label={`${title} in figures`} tabIndex={0}>
              <DataTable
                caption={`${title}, day by day`}
                columns={columns}
                rows={days.slice().reverse()}
                rowKey={({ day }) => day}
              />
            </section>
          </details>
        </>
      )}
    </section>
  );
}

function ChartFigure({ label, amount, texture }: Figure) {
  return (
    <div>
      <dt>
        {texture !== undefined && <i className={texture} aria-hidden="true" />}
        {label}
      </dt>
      <dd>
        {amount === undefined ? <SkeletonBlock width="6rem" /> : <SignedMoney amountShillings={amount} />}
      </dd>
    </div>
  );
}

/** Draws a negative figure as zero: on some days we refund more fees than we earn. */
function barsOf(days: Days, figureOf: (day: Day) => number): Bar[] {
  return days.map((day, index) => {
    const isNow = index === days.length - 1;
    return {
      key: day.day,
      label: isNow ? 'Today' : dayText(day.day, 'short'),
      figures: [Math.max(0, figureOf(day))],
      isNow,
    };
  });
}
