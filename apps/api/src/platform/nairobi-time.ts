const AHEAD_OF_UTC_MS = 3 * 3_600_000;

/** `yyyy-MM-dd`, the day in Nairobi. */
export function nairobiDay(moment: Date): string {
  return inNairobi(moment).slice(0, 'yyyy-MM-dd'.length);
}

/** `HH:mm:ss` in Nairobi. */
export function nairobiTime(moment: Date): string {
  return inNairobi(moment).slice('yyyy-MM-ddT'.length, 'yyyy-MM-ddTHH:mm:ss'.length);
}

/** The first moment of a day `yyyy-MM-dd` in Nairobi, which has no summer time. */
export function beginningOfNairobiDay(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`);
}

function inNairobi(moment: Date): string {
  return new Date(moment.getTime() + AHEAD_OF_UTC_MS).toISOString();
}
