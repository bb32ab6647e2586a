import type { ReportLine } from '@zawadi/contract/merchant-lists';

export type ReportDay = ReportLine & { day: string };

/** Some days in a row, the first and the last of them. */
export type DayGroup = ReportLine & { from: string; to: string };

const MOST_BARS = 31;
const MOST_WEEKS_DAYS = 26 * 7;

/** Days as they are while they are few, weeks from Monday when they are more, months when they are many. */
export function groupDays(days: readonly ReportDay[]): DayGroup[] {
  const keyOf = spanFor(days.length);
  const groups = new Map<string, DayGroup>();
  for (const { day, ...line } of days) {
    const key = keyOf(day);
    const group = groups.get(key);
    groups.set(
      key,
      group ? { ...added(group, line), from: group.from, to: day } : { ...line, from: day, to: day },
    );
  }
  return [...groups.values()];
}

function added(left: ReportLine, right: ReportLine): ReportLine {
  return {
    redemptions: left.redemptions + right.redemptions,
    redeemed: left.redeemed + right.redeemed,
    reversals: left.reversals + right.reversals,
    reversed: left.reversed + right.reversed,
    sales: left.sales + right.sales,
  };
}

function spanFor(days: number): (day: string) => string {
  if (days <= MOST_BARS) return dayItself;
  return days <= MOST_WEEKS_DAYS ? mondayOf : monthOf;
}

function dayItself(day: string): string {
  return day;
}

function mondayOf(day: string): string {
  const monday = new Date(`${day}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}
