import type { RelativePeriod } from '@zawadi/contract/saved-views';
import { lastMonth, lastYear, latestDays, thisMonth, type Period } from './period.ts';

const DAYS_OF: Record<RelativePeriod, (today: string) => Period> = {
  today: (today) => latestDays(today, 1),
  yesterday: (today) => {
    const { from } = latestDays(today, 2);
    return { from, to: from };
  },
  'last-7-days': (today) => latestDays(today, 7),
  'last-30-days': (today) => latestDays(today, 30),
  'this-month': thisMonth,
  'last-month': lastMonth,
  'last-year': lastYear,
};

/** Returns the days of a period that moves with the day. */
export function daysOf(period: RelativePeriod, today: string): Period {
  return DAYS_OF[period](today);
}

/** Returns every moving period that has these days today. On the 30th, "30 days" and "this month" are the same days. */
export function periodsWithDays(days: Partial<Period>, today: string): RelativePeriod[] {
  return (Object.keys(DAYS_OF) as RelativePeriod[]).filter((period) => {
    const { from, to } = daysOf(period, today);
    return from === days.from && to === days.to;
  });
}
