import type { ReportPeriod } from '@zawadi/contract';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';

const LONGEST_DAYS = 366;

/**
 * Lists every day of a period in Nairobi.
 * @throws Refusal `period_reversed` if the last day is before the first, `period_invalid` for more than a year
 */
export function daysOf({ from, to }: ReportPeriod): string[] {
  const begins = beginningOfNairobiDay(from).getTime();
  const count = (beginningOfNairobiDay(to).getTime() - begins) / DAY_MS + 1;
  if (count < 1) throw new Refusal('period_reversed');
  if (!(count <= LONGEST_DAYS)) throw new Refusal('period_invalid');
  return Array.from({ length: count }, (_, n) => nairobiDay(new Date(begins + n * DAY_MS)));
}

/** Returns the day in Nairobi that is this many days before `now`. */
export function daysBefore(now: Date, days: number): string {
  return nairobiDay(new Date(now.getTime() - days * DAY_MS));
}

/** Groups rows by day. */
export function byDay<Row extends { day: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  return Map.groupBy(rows, ({ day }) => day);
}
