import { currentLanguage } from '../i18n/language.ts';

// A day is `yyyy-MM-dd` and has no time zone; UTC is used only to calculate.

const DAY_MS = 86_400_000;
const SHORTEST_MONTH_NAME = 3;

export function addDays(day: string, count: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS));
}

/** Returns the same day of another month, or its last day if the month is shorter. */
export function addMonths(day: string, count: number): string {
  const date = new Date(`${monthOf(day)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count + 1, 0);
  const last = date.getUTCDate();
  date.setUTCDate(Math.min(last, Number(day.slice(8))));
  return dayOf(date);
}

/** Returns the month of a day, `yyyy-MM`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Returns the weekday of a day: 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Returns the weeks of a month, from Monday; days of other months are undefined. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`;
  const monday = addDays(first, -weekdayOf(first));
  const weeks: (string | undefined)[][] = [];
  for (let day = monday; monthOf(day) <= month; day = addDays(day, 7)) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(day, index));
    weeks.push(week.map((one) => (monthOf(one) === month ? one : undefined)));
  }
  return weeks;
}

/** Counts the days of a period, including both ends. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Formats a day as people in Kenya write it, "24/12/2026"; returns '' if there is no day. */
export function typedDay(day: string): string {
  const [year, month, date] = day.split('-');
  return date === undefined ? '' : `${date}/${month}/${year}`;
}

/**
 * Parses a day: 24/12/2026, 24.12.26, 3 Nov 2026, 3 November, 2026-12-24.
 * @param today if the text has no year, this day's year is used
 */
export function parseDay(text: string, today: string): string | undefined {
  const words = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(words);
  if (iso !== null) return existingDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, date, month, year] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}+)\.?(?:,?[\s./-]+(\d{2}|\d{4}))?$/u.exec(words) ?? [];
  if (date === undefined || month === undefined) return undefined;
  return existingDay(yearOf(year, today), monthNumber(month), Number(date));
}

/** Returns whether the text contains a complete year, so that a half-typed day is not parsed. */
export function isTypedOut(text: string): boolean {
  return /\d{4}\s*$|^\s*\d{4}-\d{2}-\d{2}\s*$/u.test(text);
}

function yearOf(typed: string | undefined, today: string): number {
  if (typed === undefined) return Number(today.slice(0, 4));
  return typed.length === 2 ? 2000 + Number(typed) : Number(typed);
}

function monthNumber(typed: string): number {
  if (/^\d/u.test(typed)) return Number(typed);
  if (typed.length < SHORTEST_MONTH_NAME) return 0;
  const languages = currentLanguage() === 'sw' ? ['sw-KE', 'en-GB'] : ['en-GB', 'sw-KE'];
  const found = languages.map((language) => monthNames(language).findIndex((name) => name.startsWith(typed)));
  return (found.find((index) => index !== -1) ?? -1) + 1;
}

function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'long' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)).toLowerCase());
}

function existingDay(year: number, month: number, date: number): string | undefined {
  const moment = new Date(Date.UTC(year, month - 1, date));
  const exists = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date;
  return exists && year >= 1000 ? dayOf(moment) : undefined;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
