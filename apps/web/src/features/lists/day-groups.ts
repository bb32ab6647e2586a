import { dayText } from '../../ui/calendar-text.ts';

/** Consecutive days that share one bar, with the first and last day. */
export type DayGroup<Day> = { from: string; to: string; days: Day[] };

const MOST_BARS = 31;
const MOST_WEEKS_DAYS = 26 * 7;

/** Groups days, depending on their number: by day, by week (from Monday) or by month. */
export function groupDays<Day extends { day: string }>(days: readonly Day[]): DayGroup<Day>[] {
  const keyOf = spanFor(days.length);
  const groups = new Map<string, DayGroup<Day>>();
  for (const line of days) {
    const key = keyOf(line.day);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { from: line.day, to: line.day, days: [line] });
    } else {
      group.days.push(line);
      group.to = line.day;
    }
  }
  return [...groups.values()];
}

/** Formats a group of days: "Fri 20 Nov 2026", or "16 Nov – 20 Nov". */
export function spanText({ from, to }: { from: string; to: string }): string {
  return from === to ? dayText(from, 'long') : `${dayText(from, 'short')} – ${dayText(to, 'short')}`;
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
