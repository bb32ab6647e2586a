import type { ReportLine } from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import type { Report } from './read-report.ts';

type Table = 'day' | 'hour' | 'staff';

type Row = { label: string; line: ReportLine };

const TABLES: Record<Table, { heading: string; rowsOf: (report: Report) => Row[] }> = {
  day: {
    heading: 'Day',
    rowsOf: ({ byDay }) => byDay.map((line) => ({ label: line.day, line })),
  },
  hour: {
    heading: 'Hour',
    rowsOf: ({ byHour }) =>
      byHour.map((line) => ({ label: `${String(line.hour).padStart(2, '0')}:00`, line })),
  },
  staff: {
    heading: 'Served by',
    rowsOf: ({ byStaff }) => byStaff.map((line) => ({ label: line.servedBy, line })),
  },
};
const FIGURES: CsvColumn<Row>[] = [
  ['Redemptions', ({ line }) => line.redemptions],
  ['Redeemed (KES)', ({ line }) => line.redeemed],
  ['Reversals', ({ line }) => line.reversals],
  ['Reversed (KES)', ({ line }) => line.reversed],
  ['Sales (KES)', ({ line }) => line.sales],
];

/** One table of a report as a file, with its total below. */
export function reportCsv({ clock }: Pick<Deps, 'clock'>, report: Report, by: Table): FileAnswer {
  const { heading, rowsOf } = TABLES[by];
  const columns: CsvColumn<Row>[] = [[heading, ({ label }) => label], ...FIGURES];
  const total = { label: 'Total', line: report.total };
  return csvFile(`sales-by-${by}-${nairobiDay(clock.now())}`, columns, [[...rowsOf(report), total]]);
}
