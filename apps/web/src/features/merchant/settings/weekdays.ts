/** From Monday, which is 1 on the wire. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** @param weekday 1 is Monday, 7 is Sunday */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? '';
}
