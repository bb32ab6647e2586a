import type { RelativePeriod, SavedView } from '@zawadi/contract/saved-views';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { daysOf } from '../../lists/relative-period.ts';

export type Filters = SavedView['filters'];

export const PERIOD_WORDS: Record<RelativePeriod, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-year': 'Last 12 months',
};

/** Returns the filters in a list's address that a view can keep. */
export function filtersIn(search: object): Filters {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => ['string', 'boolean', 'number'].includes(typeof value)),
  );
}

/** Returns the filters of a view as they are today. */
export function filtersToday({ filters, period }: Pick<SavedView, 'filters' | 'period'>): Filters {
  return { ...filters, ...(period !== undefined && daysOf(period, nairobiDay(new Date()))) };
}

/** Returns whether two sets of filters show the same rows. */
export function areEqual(one: Filters, other: Filters): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
