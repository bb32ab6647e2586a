import type { ReportLine } from '@zawadi/contract';
import { csvLine } from '../../platform/csv.ts';
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
const FIGURES = ['Redemptions', 'Redeemed (KES)', 'Reversals', 'Reversed (KES)', 'Sales (KES)'];
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';

/** One table of a report as a file, with its total below. */
export function reportCsv(report: Report, by: Table): Buffer {
  const { heading, rowsOf } = TABLES[by];
  const lines = [
    [heading, ...FIGURES],
    ...rowsOf(report).map(({ label, line }) => [label, ...figuresOf(line)]),
    ['Total', ...figuresOf(report.total)],
  ];
  return Buffer.from(BYTE_ORDER_MARK + lines.map(csvLine).join(''));
}

function figuresOf({ redemptions, redeemed, reversals, reversed, sales }: ReportLine): string[] {
  return [redemptions, redeemed, reversals, reversed, sales].map(String);
}
