import { openingHours, type OpeningHours } from '@zawadi/contract/merchants-settings';
import { weekdayName } from './weekdays.ts';

/** One day as it is typed; hours stay while another kind is chosen. */
export type TypedDay = { kind: OpeningHours[number]['kind']; opensAt: string; closesAt: string };

const USUAL = { opensAt: '08:00', closesAt: '18:00' } as const;
const SUNDAY = 7;

/** What the form begins with: what is saved, or else the hours of many shops. */
export function typedDays(saved: OpeningHours | null): TypedDay[] {
  return Array.from({ length: 7 }, (_, place) => {
    const day = saved?.[place];
    if (day?.kind === 'hours') return { kind: 'hours', opensAt: day.opensAt, closesAt: day.closesAt };
    return { ...USUAL, kind: day?.kind ?? (place + 1 === SUNDAY ? 'closed' : 'hours') };
  });
}

/** The days as they are sent, or the sentence for each day that does not fit. */
export function readDays(
  typed: readonly TypedDay[],
): { hours: OpeningHours } | { problems: ReadonlyMap<number, string> } {
  const sent = typed.map(({ kind, ...hours }, place) =>
    kind === 'hours' ? { weekday: place + 1, kind, ...hours } : { weekday: place + 1, kind },
  );
  const read = openingHours.safeParse(sent);
  if (read.success) return { hours: read.data };
  const problems = read.error.issues.map(({ path, message }) => [Number(path[0]), message] as const);
  return { problems: new Map(problems.toReversed()) };
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
