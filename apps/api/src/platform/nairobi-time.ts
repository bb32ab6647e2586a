import { DAY_MS } from './durations.ts';

const AHEAD_OF_UTC_MS = 3 * 3_600_000;

/** Returns the day in Nairobi, `yyyy-MM-dd`. */
export function nairobiDay(moment: Date): string {
  return inNairobi(moment).slice(0, 'yyyy-MM-dd'.length);
}

/** Returns the time in Nairobi, `HH:mm:ss`. */
export function nairobiTime(moment: Date): string {
  return inNairobi(moment).slice('yyyy-MM-ddT'.length, 'yyyy-MM-ddTHH:mm:ss'.length);
}

/** Returns the first instant of a day `yyyy-MM-dd` in Nairobi, which has no daylight saving time. */
export function beginningOfNairobiDay(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`);
}

/** Returns a timestamp as a date; for a day `yyyy-MM-dd`, its first instant in Nairobi. */
export function earliestMomentOf(momentOrDay: string): Date {
  return isDay(momentOrDay) ? beginningOfNairobiDay(momentOrDay) : new Date(momentOrDay);
}

/** Returns a timestamp as a date; for a day `yyyy-MM-dd`, its last millisecond in Nairobi. */
export function latestMomentOf(momentOrDay: string): Date {
  if (!isDay(momentOrDay)) return new Date(momentOrDay);
  return new Date(beginningOfNairobiDay(momentOrDay).getTime() + DAY_MS - 1);
}

function isDay(momentOrDay: string): boolean {
  return momentOrDay.length === 'yyyy-MM-dd'.length;
}

function inNairobi(moment: Date): string {
  return new Date(moment.getTime() + AHEAD_OF_UTC_MS).toISOString();
}
