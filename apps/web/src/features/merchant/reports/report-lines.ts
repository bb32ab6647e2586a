import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { merchantReport } from '@zawadi/contract/merchant-lists';
import type { Bar } from '../../../ui/bar-chart.tsx';
import { dayText } from '../../../ui/calendar-text.ts';
import { groupDays } from './group-days.ts';
import type { DayGroup } from './group-days.ts';
import type { ReportTable } from './report-search.ts';
import type { NamedLine } from './report-table.tsx';

export type Report = CallAnswer<typeof merchantReport>;

/** The lines of one table of a report, each with its name for people. */
export function namedLines(report: Report, by: ReportTable): NamedLine[] {
  switch (by) {
    case 'day':
      return groupDays(report.byDay).map((group) => ({ ...group, name: spanText(group) }));
    case 'hour':
      return report.byHour.map((line) => ({ ...line, name: hourText(line.hour) }));
    case 'staff':
      return report.byStaff.map((line) => ({ ...line, name: line.servedBy }));
  }
}

/** The bars of one table: what was redeemed beside what was reversed. */
export function barsOf(report: Report, by: ReportTable): Bar[] {
  if (by === 'hour')
    return report.byHour.map(({ hour, redeemed, reversed }) => ({
      key: String(hour),
      label: hourText(hour),
      figures: [redeemed, reversed],
    }));
  if (by === 'staff')
    return report.byStaff.slice(0, MOST_PEOPLE).map(({ servedBy, redeemed, reversed }) => ({
      key: servedBy,
      label: servedBy,
      figures: [redeemed, reversed],
    }));
  const groups = groupDays(report.byDay);
  return groups.map(({ from, redeemed, reversed }, index) => ({
    key: from,
    label: dayText(from, 'short'),
    figures: [redeemed, reversed],
    isNow: index === groups.length - 1,
  }));
}

/** As many names as fit below bars on a phone; the table has everybody. */
const MOST_PEOPLE = 4;

function spanText({ from, to }: DayGroup): string {
  return from === to ? dayText(from, 'long') : `${dayText(from, 'short')} – ${dayText(to, 'short')}`;
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
