import type { OpeningHours } from '@zawadi/contract/merchants-places';
import type { SettlementSchedule } from '@zawadi/contract/merchants-settings';
import type { MemberRole } from '@zawadi/contract/roles';
import { say } from '../../i18n/say.ts';
import type { Phrase } from '../../i18n/say.ts';

export const ROLE_WORDS = {
  owner: 'Owner',
  manager: 'Manager',
  cashier: 'Cashier',
} as const satisfies Record<MemberRole, Phrase>;

/** Weekdays in the API's order: Monday is 1. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const satisfies readonly Phrase[];

/**
 * Returns the name of a weekday.
 * @param weekday 1 is Monday, 7 is Sunday
 */
export function weekdayName(weekday: number): string {
  const day = WEEKDAYS[weekday - 1];
  return day === undefined ? '' : say(day);
}

/** Describes a settlement schedule, for example `Every Friday at 07:00`. */
export function scheduleText(schedule: SettlementSchedule): string {
  const hour = hourText(schedule.hour);
  if (schedule.frequency === 'daily') return say('Every day at {hour}', { hour });
  return say('Every {day} at {hour}', { day: weekdayName(schedule.weekday), hour });
}

export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** Groups consecutive days with the same hours into one line: `Monday to Friday`, `08:00–18:00`. */
export function hoursInWords(hours: OpeningHours): { days: string; hours: string }[] {
  const lines: { first: number; last: number; hours: string }[] = [];
  for (const day of hours) {
    const words = dayInWords(day);
    const before = lines.at(-1);
    if (before?.hours === words) before.last = day.weekday;
    else lines.push({ first: day.weekday, last: day.weekday, hours: words });
  }
  return lines.map(({ first, last, hours: words }) => ({ days: daysInWords(first, last), hours: words }));
}

function dayInWords(day: OpeningHours[number]): string {
  if (day.kind === 'closed') return say('Closed');
  if (day.kind === 'all-day') return say('Open all day');
  const hours = `${day.opensAt}–${day.closesAt}`;
  return day.closesAt < day.opensAt ? say('{hours} the next day', { hours }) : hours;
}

function daysInWords(first: number, last: number): string {
  if (first === last) return weekdayName(first);
  const days = { first: weekdayName(first), last: weekdayName(last) };
  return last === first + 1 ? say('{first} and {last}', days) : say('{first} to {last}', days);
}
