import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';

/** A moment unchanged; of a day `yyyy-MM-dd` its first moment in Nairobi. */
export function earliestMomentOf(momentOrDay: string): Date {
  return isDay(momentOrDay) ? beginningOfNairobiDay(momentOrDay) : new Date(momentOrDay);
}

/** A moment unchanged; of a day `yyyy-MM-dd` its last millisecond in Nairobi. */
export function latestMomentOf(momentOrDay: string): Date {
  if (!isDay(momentOrDay)) return new Date(momentOrDay);
  return new Date(beginningOfNairobiDay(momentOrDay).getTime() + DAY_MS - 1);
}

function isDay(momentOrDay: string): boolean {
  return momentOrDay.length === 'yyyy-MM-dd'.length;
}
