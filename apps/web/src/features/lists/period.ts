/** A period of whole Nairobi days, `yyyy-MM-dd`, both inclusive. */
export type Period = { from: string; to: string };

/** So many days, today being the last. */
export function latestDays(today: string, days: number): Period {
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCDate(start.getUTCDate() - days + 1);
  return { from: dayOf(start), to: today };
}

/** From the first of this month until today, in Nairobi. */
export function thisMonth(today: string): Period {
  return { from: `${today.slice(0, 8)}01`, to: today };
}

/** The whole of last month. */
export function lastMonth(today: string): Period {
  const end = new Date(`${today.slice(0, 8)}01T00:00:00Z`);
  end.setUTCDate(0);
  const to = dayOf(end);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** As many days as a statement takes at most, until today. */
export function lastYear(today: string): Period {
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  start.setUTCDate(start.getUTCDate() + 1);
  return { from: dayOf(start), to: today };
}

/** Both days are there, in their order, and at most a year apart. */
export function isPeriod(period: Period): boolean {
  return problemWithPeriod(period) === undefined;
}

/** Why it is none, as the server would say. */
export function problemWithPeriod({ from, to }: Period): 'period_reversed' | 'period_invalid' | undefined {
  if (from !== '' && to !== '' && from > to) return 'period_reversed';
  return from !== '' && to !== '' && lastYear(to).from <= from ? undefined : 'period_invalid';
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
