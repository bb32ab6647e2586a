import type { OpeningHours, Shop } from '@zawadi/contract';

/** A weekday (Monday is 1) and a time such as `08:30`, both in Nairobi. */
export type Moment = { weekday: number; time: string };

/**
 * Returns whether a shop is open, and when it opens or closes today. Hours that end after midnight belong to
 * the day on which they begin.
 */
export function openingStatus(hours: OpeningHours, { weekday, time }: Moment): NonNullable<Shop['hours']> {
  const today = hours[weekday - 1];
  const before = hours[(weekday + 5) % 7];
  if (before?.kind === 'hours' && before.closesAt < before.opensAt && time < before.closesAt)
    return { isOpen: true, until: before.closesAt };
  if (today?.kind === 'all-day') return { isOpen: true };
  if (today?.kind !== 'hours') return { isOpen: false };
  const { opensAt, closesAt } = today;
  if (time < opensAt) return { isOpen: false, until: opensAt };
  return closesAt < opensAt || time < closesAt ? { isOpen: true, until: closesAt } : { isOpen: false };
}
