import { currentLanguage } from '../i18n/language.ts';
import type { Language } from '../i18n/languages.ts';
import { say } from '../i18n/say.ts';

const ZONE = 'Africa/Nairobi';

// Formatters, made once per language: making one takes longer than using it a hundred times.
const formats = { en: undefined, sw: undefined } as Record<Language, Formats | undefined>;
type Formats = ReturnType<typeof formatsOf>;

function formatsIn(language: Language): Formats {
  formats[language] ??= formatsOf(language === 'en' ? 'en-GB' : 'sw-KE');
  return formats[language];
}

function formatsOf(locale: string) {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...parts });
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const secondsClock = { ...clock, second: '2-digit' } as const;
  const dayOfYear = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return {
    clock: format(clock),
    secondsClock: format(secondsClock),
    day: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    dayOfYear: format(dayOfYear),
    exact: format({ weekday: 'short', ...dayOfYear, ...secondsClock }),
    greetingDay: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    longDate: format({ day: 'numeric', month: 'long', year: 'numeric' }),
  };
}

const nairobiDate = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

const DAY_MS = 86_400_000;

/**
 * Formats a moment: "Today 14:05", "Yesterday 18:40", "Tue 17 Nov", "24 Dec 2025". All functions here use Nairobi time
 * and the current language.
 */
export function timeText(moment: Date, now: Date = new Date()): string {
  const date = nairobiDate.format(moment);
  const { clock, day, dayOfYear } = formatsIn(currentLanguage());
  const time = clock.format(moment);
  if (date === nairobiDate.format(now)) return say('Today {time}', { time });
  if (date === nairobiDate.format(new Date(now.getTime() - DAY_MS))) return say('Yesterday {time}', { time });
  if (date.slice(0, 4) === nairobiDate.format(now).slice(0, 4)) return day.format(moment).replace(',', '');
  return dayOfYear.format(moment);
}

/** Formats like `timeText`, but without the hour, for a narrow row. */
export function shortTimeText(moment: Date, now: Date = new Date()): string {
  const date = nairobiDate.format(moment);
  if (date === nairobiDate.format(now)) return say('Today');
  if (date === nairobiDate.format(new Date(now.getTime() - DAY_MS))) return say('Yesterday');
  return timeText(moment, now);
}

/** Formats like `timeText` for use within a sentence: "today 14:05". Weekdays keep their capital. */
export function timeInSentence(moment: Date, now?: Date): string {
  return timeText(moment, now).replace(/^(Today|Yesterday|Leo|Jana)\b/u, (word) => word.toLowerCase());
}

/** Formats a moment exactly: "Fri 20 Nov 2026, 14:05:31 EAT". */
export function exactTimeText(moment: Date): string {
  return `${formatsIn(currentLanguage()).exact.format(moment).replace(',', '').replace(' at ', ', ')} EAT`;
}

/** Formats a date: "20 Nov 2028". */
export function dateText(moment: Date): string {
  return formatsIn(currentLanguage()).dayOfYear.format(moment);
}

/** Formats a date in full: "20 November 2028". */
export function longDateText(moment: Date): string {
  return formatsIn(currentLanguage()).longDate.format(moment);
}

/** "14:05:12". */
export function clockText(moment: Date): string {
  return formatsIn(currentLanguage()).secondsClock.format(moment);
}

/** "14:05". */
export function minuteText(moment: Date): string {
  return formatsIn(currentLanguage()).clock.format(moment);
}

/** Formats a date with its weekday: "Friday 20 November". */
export function weekdayText(moment: Date): string {
  return formatsIn(currentLanguage()).greetingDay.format(moment).replace(',', '');
}

/** Formats seconds as "0:47". */
export function countdownText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats a waiting time in its largest whole unit: `5 min`, `3 h`, `2 days`. */
export function ageText(since: Date, now: Date = new Date()): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}
