import { formatKes } from '@zawadi/contract';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';

type Language = 'en' | 'sw';

const STYLES = {
  /** `20 Nov` */
  shortDay: { day: 'numeric', month: 'short' },
  /** `20 Nov 2026` */
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `November 2026` */
  month: { month: 'long', year: 'numeric' },
  /** `20 November 2026` */
  longDay: { day: 'numeric', month: 'long', year: 'numeric' },
  /** `20 Nov 2026, 14:05` */
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** `Friday 20 November 2026, 14:05` */
  longMoment: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a moment for a printed document, in Nairobi time and with the month's name. */
export function onPaper(moment: Date, style: keyof typeof STYLES, language: Language = 'en'): string {
  const key = `${language} ${style}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language === 'sw' ? 'sw-KE' : 'en-GB', {
      ...STYLES[style],
      timeZone: 'Africa/Nairobi',
    });
  formats.set(key, format);
  const text = format.format(moment).replace(/ (?:at|saa) /u, ', ');
  return style === 'longMoment' ? text.replace(/^(\p{L}+),/u, '$1') : text;
}

/**
 * Formats a range of days as `1 October to 20 November 2026`; writes the year twice only if it changes.
 * @param from first day in Nairobi, `yyyy-MM-dd`; `to` is the last
 */
export function periodOnPaper({ from, to }: { from: string; to: string }, language: Language = 'en'): string {
  const [first, last] = [from, to].map((day) => onPaper(beginningOfNairobiDay(day), 'longDay', language));
  if (first === undefined || last === undefined || from === to) return first ?? '';
  const isOfOneYear = from.slice(0, 4) === to.slice(0, 4);
  const beginning = isOfOneYear ? first.replace(/,? \d{4}$/u, '') : first;
  return `${beginning} ${language === 'sw' ? 'hadi' : 'to'} ${last}`;
}

/** Formats an amount as `KES 1,250`, or `− KES 250` with a true minus sign. @param amount in shillings */
export function signedKes(amount: number): string {
  return `${amount < 0 ? '−\u00a0' : ''}${formatKes(Math.abs(amount))}`;
}
