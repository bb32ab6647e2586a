import type { OpeningHours, SettlementSchedule } from '@zawadi/contract/merchants-settings';
import type { MerchantStaffRole } from '@zawadi/contract/staff-roles';

export const ROLE_WORDS: Record<MerchantStaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  cashier: 'Cashier',
};

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

/** `Every Friday at 07:00`. */
export function scheduleText(schedule: SettlementSchedule): string {
  const when = schedule.frequency === 'daily' ? 'day' : weekdayName(schedule.weekday);
  return `Every ${when} at ${hourText(schedule.hour)}`;
}

export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** Days with the same hours in one line: `Monday to Friday` `08:00–18:00`. */
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
  if (day.kind === 'closed') return 'Closed';
  if (day.kind === 'all-day') return 'Open all day';
  return `${day.opensAt}–${day.closesAt}${day.closesAt < day.opensAt ? ' the next day' : ''}`;
}

function daysInWords(first: number, last: number): string {
  if (first === last) return weekdayName(first);
  return `${weekdayName(first)} ${last === first + 1 ? 'and' : 'to'} ${weekdayName(last)}`;
}
