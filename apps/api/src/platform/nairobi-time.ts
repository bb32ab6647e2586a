const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Africa/Nairobi' });
const TIME = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone: 'Africa/Nairobi' });

/** `yyyy-MM-dd`, the day in Nairobi. */
export function nairobiDay(moment: Date): string {
  return DAY.format(moment);
}

/** `HH:mm:ss` in Nairobi. */
export function nairobiTime(moment: Date): string {
  return TIME.format(moment);
}

/** The first moment of a day `yyyy-MM-dd` in Nairobi, which has no summer time. */
export function beginningOfNairobiDay(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`);
}
