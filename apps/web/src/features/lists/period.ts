/** A period of whole Nairobi days, `yyyy-MM-dd`, both inclusive. */
export type Period = { from: string; to: string };

/** Returns the given number of days, ending today. */
export function latestDays(today: string, days: number): Period {
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCDate(start.getUTCDate() - days + 1);
  return { from: dayOf(start), to: today };
}

/** Returns the first of this month until today, in Nairobi. */
export function thisMonth(today: string): Period {
  return { from: `${today.slice(0, 8)}01`, to: today };
}

/** Returns all of last month. */
export function lastMonth(today: string): Period {
  const end = new Date(`${today.slice(0, 8)}01T00:00:00Z`);
  end.setUTCDate(0);
  const to = dayOf(end);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** Returns the longest period of a statement, ending today. */
export function lastYear(today: string): Period {
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  start.setUTCDate(start.getUTCDate() + 1);
  return { from: dayOf(start), to: today };
}

/** Returns whether both days exist, in order, at most a year apart. */
export function isPeriod(period: Period): boolean {
  return problemWithPeriod(period) === undefined;
}

/** Returns the server's code for an invalid period; undefined for a valid one. */
export function problemWithPeriod({ from, to }: Period): 'period_reversed' | 'period_invalid' | undefined {
  if (from !== '' && to !== '' && from > to) return 'period_reversed';
  return from !== '' && to !== '' && lastYear(to).from <= from ? undefined : 'period_invalid';
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
