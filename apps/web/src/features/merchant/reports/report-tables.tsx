import { Link } from '@tanstack/react-router';
import { BarChart, ChartKey } from '../../../ui/bar-chart.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { TableFoot } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { barsOf, namedLines } from './report-lines.ts';
import type { Report } from './report-lines.ts';
import type { ReportTable as Table } from './report-search.ts';
import { ReportTable } from './report-table.tsx';

const TABLES = [
  { by: 'day', label: 'By day', title: 'Sales by day', nameLabel: 'Day' },
  { by: 'hour', label: 'By hour', title: 'Sales by hour of the day', nameLabel: 'Hour' },
  { by: 'staff', label: 'By staff', title: 'Sales by staff', nameLabel: 'Served by' },
] as const satisfies readonly { by: Table; label: string; title: string; nameLabel: string }[];

const NO_SALES = {
  day: 'Days without sales are left out.',
  hour: 'Hours without sales are left out.',
  staff: 'Whoever redeemed nothing is left out.',
} as const;

type ReportTablesProps = { report: Report; by: Table; onBy: (by: Table) => void };

/** One of three ways to look at a period: as bars, and as the figures behind them. */
export function ReportTables({ report, by, onBy }: ReportTablesProps) {
  const { title, nameLabel } = TABLES.find((table) => table.by === by) ?? TABLES[0];
  const { redemptions, reversals } = report.total;
  return (
    <>
      <div className="chips" role="group" aria-label="Sales by">
        {TABLES.map((table) => (
          <button
            key={table.by}
            type="button"
            className="chip"
            aria-pressed={table.by === by}
            onClick={() => onBy(table.by)}
          >
            {table.label}
          </button>
        ))}
      </div>
      {redemptions + reversals === 0 ? (
        <Sheet>
          <NothingSold />
        </Sheet>
      ) : (
        <>
          <Sheet
            title={title}
            action={<ChartKey labels={['Redeemed', 'Reversed']} />}
            className="chart-sheet"
          >
            <BarChart bars={barsOf(report, by)} />
          </Sheet>
          <Sheet>
            <ReportTable
              caption={`${title}, ${report.from} to ${report.to}`}
              nameLabel={nameLabel}
              lines={namedLines(report, by)}
            />
            <TableFoot>
              <span className="muted">{NO_SALES[by]}</span>
              <span>
                Total <Money amountShillings={report.total.sales} />
              </span>
            </TableFoot>
          </Sheet>
        </>
      )}
    </>
  );
}

function NothingSold() {
  return (
    <EmptyState
      title="Nothing was redeemed in this period"
      action={
        <Link className={buttonClass({ variant: 'secondary' })} to="/merchant/dashboard/redeem">
          Redeem a voucher
        </Link>
      }
    >
      Choose another period, or redeem a voucher.
    </EmptyState>
  );
}
