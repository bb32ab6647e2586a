/** A period of whole days in Nairobi, `yyyy-MM-dd`; both days are included. */
export type Period = { from: string; to: string };

/** Returns the period of the given number of days that ends today. */
export function latestDays(today: string, days: number): Period {
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCDate(start.getUTCDate() - days + 1);
  return { from: dayOf(start), to: today };
}

/** Returns the period from the first of this month until today, in Nairobi. */
export function thisMonth(today: string): Period {
  return { from: `${today.slice(0, 8)}01`, to: today };
}

/** Returns the period of the whole last month. */
export function lastMonth(today: string): Period {
  const end = new Date(`${today.slice(0, 8)}01T00:00:00Z`);
  end.setUTCDate(0);
  const to = dayOf(end);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** Returns the longest period that a statement may cover, ending today. */
export function lastYear(today: string): Period {
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  start.setUTCDate(start.getUTCDate() + 1);
  return { from: dayOf(start), to: today };
}

/** Returns whether both days exist, are in order, and are at most a year apart. */
export function isPeriod(period: Period): boolean {
  return problemWithPeriod(period) === undefined;
}

/** Returns the refusal code that the server uses for an invalid period; undefined for a valid one. */
export function problemWithPeriod({ from, to }: Period): 'period_reversed' | 'period_invalid' | undefined {
  if (from !== '' && to !== '' && from > to) return 'period_reversed';
  return from !== '' && to !== '' && lastYear(to).from <= from ? undefined : 'period_invalid';
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
