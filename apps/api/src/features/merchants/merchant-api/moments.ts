import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';

/** A moment as it is; of a day `yyyy-MM-dd` in Nairobi the first. */
export function earliestMomentOf(momentOrDay: string): Date {
  return isDay(momentOrDay) ? beginningOfNairobiDay(momentOrDay) : new Date(momentOrDay);
}

/** A moment as it is; of a day `yyyy-MM-dd` in Nairobi the last millisecond. */
export function latestMomentOf(momentOrDay: string): Date {
  if (!isDay(momentOrDay)) return new Date(momentOrDay);
  return new Date(beginningOfNairobiDay(momentOrDay).getTime() + DAY_MS - 1);
}

function isDay(momentOrDay: string): boolean {
  return momentOrDay.length === 'yyyy-MM-dd'.length;
}
