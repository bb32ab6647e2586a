import { openingHours, type OpeningHours } from '@zawadi/contract/merchants-places';

/** One day as typed. Its hours are kept while "closed" or "all day" is chosen. */
export type TypedDay = { kind: OpeningHours[number]['kind']; opensAt: string; closesAt: string };

const USUAL = { opensAt: '08:00', closesAt: '18:00' } as const;
const SUNDAY = 7;

/** Returns the form's initial values: the saved opening hours, or usual shop hours if none are saved. */
export function typedDays(saved: OpeningHours | null): TypedDay[] {
  return Array.from({ length: 7 }, (_, place) => {
    const day = saved?.[place];
    if (day?.kind === 'hours') return { kind: 'hours', opensAt: day.opensAt, closesAt: day.closesAt };
    return { ...USUAL, kind: day?.kind ?? (place + 1 === SUNDAY ? 'closed' : 'hours') };
  });
}

/** Returns the opening hours to send, or a sentence for each invalid day. */
export function readDays(
  typed: readonly TypedDay[],
): { hours: OpeningHours } | { problems: ReadonlyMap<number, string> } {
  const sent = typed.map(({ kind, ...hours }, place) =>
    kind === 'hours' ? { weekday: place + 1, kind, ...hours } : { weekday: place + 1, kind },
  );
  const read = openingHours.safeParse(sent);
  if (read.success) return { hours: read.data };
  const problems = read.error.issues.map(({ path, message }) => [Number(path[0]), message] as const);
  return { problems: new Map(problems.slice().reverse()) };
}
