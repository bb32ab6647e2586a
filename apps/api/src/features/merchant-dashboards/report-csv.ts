import type { ReportLine } from '@zawadi/contract';
import { csvLine } from '../../platform/csv.ts';
import type { Report } from './read-report.ts';

type Table = 'day' | 'hour' | 'staff';

const HEADINGS: Record<Table, string> = { day: 'Day', hour: 'Hour', staff: 'Served by' };
const FIGURES = ['Redemptions', 'Redeemed (KES)', 'Reversals', 'Reversed (KES)', 'Sales (KES)'];
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';

/** One table of a report as a file, with its total below. */
export function reportCsv(report: Report, by: Table): Buffer {
  const lines = [
    [HEADINGS[by], ...FIGURES],
    ...rowsOf(report, by).map(({ label, line }) => [label, ...figuresOf(line)]),
    ['Total', ...figuresOf(report.total)],
  ];
  return Buffer.from(BYTE_ORDER_MARK + lines.map(csvLine).join(''));
}

function rowsOf(report: Report, by: Table): { label: string; line: ReportLine }[] {
  switch (by) {
    case 'day':
      return report.byDay.map((line) => ({ label: line.day, line }));
    case 'hour':
      return report.byHour.map((line) => ({ label: `${String(line.hour).padStart(2, '0')}:00`, line }));
    case 'staff':
      return report.byStaff.map((line) => ({ label: line.servedBy, line }));
  }
}

function figuresOf({ redemptions, redeemed, reversals, reversed, sales }: ReportLine): string[] {
  return [redemptions, redeemed, reversals, reversed, sales].map(String);
}
