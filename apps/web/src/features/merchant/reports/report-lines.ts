import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { merchantReport, ReportLine } from '@zawadi/contract/merchant-reports';
import type { Bar } from '../../../ui/bar-chart.tsx';
import { dayText } from '../../../ui/calendar-text.ts';
import { groupDays, spanText } from '../../lists/day-groups.ts';
import type { ReportTable } from './report-search.ts';
import type { NamedLine } from './report-table.tsx';

export type Report = CallAnswer<typeof merchantReport>;

/** Returns the lines of one table that have sales, each with its label. Days are sorted latest first. */
export function namedLines(report: Report, by: ReportTable): NamedLine[] {
  return linesOf(report, by).filter(({ redemptions, reversals }) => redemptions + reversals > 0);
}

function linesOf(report: Report, by: ReportTable): NamedLine[] {
  if (by === 'hour') return report.byHour.map((line) => ({ ...line, name: hourText(line.hour) }));
  if (by === 'staff') return report.byStaff.map((line) => ({ ...line, name: line.servedBy }));
  if (by === 'place') return report.byPlace.map((line) => ({ ...line, name: line.place }));
  return groupSales(report.byDay)
    .map((group) => ({ ...group, name: spanText(group) }))
    .reverse();
}

/** Makes the bars of one table: redemptions next to reversals, with the highest bar highlighted. */
export function barsOf(report: Report, by: ReportTable): Bar[] {
  const bars = plainBars(report, by);
  const highest = bars.reduce((best, bar) => Math.max(best, bar.figures[0] ?? 0), 0);
  const standsOut = bars.filter(({ figures }) => figures[0] === highest).at(-1);
  return bars.map((bar) => ({ ...bar, isNow: bar === standsOut }));
}

function plainBars(report: Report, by: ReportTable): Bar[] {
  if (by === 'hour') return report.byHour.map((line) => barOf(String(line.hour), hourText(line.hour), line));
  if (by === 'staff')
    return report.byStaff.slice(0, MOST_NAMES).map((line) => barOf(line.servedBy, line.servedBy, line));
  if (by === 'place')
    return report.byPlace.slice(0, MOST_NAMES).map((line) => barOf(line.place, line.place, line));
  return groupSales(report.byDay).map((group) => barOf(group.from, dayText(group.from, 'short'), group));
}

function barOf(key: string, label: string, { redeemed, reversed }: ReportLine): Bar {
  return { key, label, figures: [redeemed, reversed] };
}

/** The most names of staff or places that fit below the bars on a phone; the table shows all. */
const MOST_NAMES = 4;

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

type ReportDay = ReportLine & { day: string };

/** Sales of consecutive days, added up. */
type SalesGroup = ReportLine & { from: string; to: string };

/** Groups the days of a period into as many bars as fit the chart. */
export function groupSales(days: readonly ReportDay[]): SalesGroup[] {
  return groupDays(days).map(({ from, to, days: lines }) => ({ from, to, ...lines.reduce(added) }));
}

function added(left: ReportDay, right: ReportDay): ReportDay {
  return {
    day: left.day,
    redemptions: left.redemptions + right.redemptions,
    redeemed: left.redeemed + right.redeemed,
    reversals: left.reversals + right.reversals,
    reversed: left.reversed + right.reversed,
    sales: left.sales + right.sales,
  };
}
