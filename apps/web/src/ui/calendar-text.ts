import { currentLanguage } from '../i18n/language.ts';

const ZONE = 'Africa/Nairobi';
const nairobiDate = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

/** Returns the day in Nairobi as `yyyy-MM-dd`, the format of date fields. */
export function nairobiDay(moment: Date): string {
  return nairobiDate.format(moment);
}

/** Formats `yyyy-MM` as "Nov" or "November 2026", in the current language. */
export function monthText(month: string, length: 'short' | 'long'): string {
  const year = length === 'long' ? ({ year: 'numeric' } as const) : {};
  // Use American English: British English writes "Sept", which is wider than its bar.
  const format = new Intl.DateTimeFormat(locale('en-US'), { timeZone: 'UTC', month: length, ...year });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** Formats `yyyy-MM-dd` as "20 Nov" or "Fri 20 Nov 2026", in the current language. */
export function dayText(day: string, length: 'short' | 'long'): string {
  const whole = length === 'long' ? ({ weekday: 'short', year: 'numeric' } as const) : {};
  const format = new Intl.DateTimeFormat(locale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...whole,
  });
  return format.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}

/** Formats the time of a coming event in Nairobi: "Thu 24 Dec 2026, 09:00". */
export function appointmentText(moment: Date): string {
  const format = new Intl.DateTimeFormat(locale(), {
    timeZone: ZONE,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(moment).replace(',', '').replace(' at ', ', ');
}

function locale(english = 'en-GB'): string {
  return currentLanguage() === 'sw' ? 'sw-KE' : english;
}

/** Returns the names of the weekdays from Monday ("Mo" and "Monday"), in the current language. */
export function weekdayLetters(): { short: string; long: string }[] {
  const format = new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', weekday: 'long' });
  // 2 November 2026 is a Monday.
  const names = Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2026, 10, 2 + index)));
  const letters = currentLanguage() === 'sw' ? 3 : 2;
  // Five Swahili weekdays start with "Juma", so the short form leaves it out.
  return names.map((long) => ({ short: long.replace(/^Juma/u, '').slice(0, letters), long }));
}
