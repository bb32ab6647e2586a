import type { OpeningHours } from '@zawadi/contract';

const WEEK_MINUTES = 7 * 24 * 60;
const DAY_MINUTES = 24 * 60;
const NAIROBI_AHEAD_MINUTES = 3 * 60;
/** The first Monday of the epoch, which began on a Thursday. */
const FIRST_MONDAY_MINUTES = 4 * DAY_MINUTES;

/**
 * Whether a shop is open at a moment, by its hours in Nairobi.
 * @param graceMinutes how long before opening and after closing still count as open
 */
export function isOpen(hours: OpeningHours, moment: Date, graceMinutes: number): boolean {
  const minute = minuteOfWeek(moment);
  return hours.some((day) => {
    if (day.kind === 'closed') return false;
    const begins = (day.weekday - 1) * DAY_MINUTES;
    const opens = begins + (day.kind === 'hours' ? minutesOf(day.opensAt) : 0);
    const lasts = day.kind === 'hours' ? openMinutes(day.opensAt, day.closesAt) : DAY_MINUTES;
    const since = (minute - opens + graceMinutes + WEEK_MINUTES) % WEEK_MINUTES;
    return since <= lasts + 2 * graceMinutes;
  });
}

/** A shop that closes at an earlier hour than it opens closes on the next day. */
function openMinutes(opensAt: string, closesAt: string): number {
  return (minutesOf(closesAt) - minutesOf(opensAt) + DAY_MINUTES) % DAY_MINUTES;
}

function minuteOfWeek(moment: Date): number {
  const minutes = Math.floor(moment.getTime() / 60_000) + NAIROBI_AHEAD_MINUTES;
  return (minutes - FIRST_MONDAY_MINUTES + WEEK_MINUTES) % WEEK_MINUTES;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
