import { HOUR_MS } from '../../../platform/durations.ts';

const DAY_HOURS = 24;
/** Beyond this, a prediction says nothing. */
const LONGEST_HOURS = 14 * DAY_HOURS;
/** Latest hours that show whether today is busier than usual. */
const LATEST_HOURS = 6;
const MOST_BUSY = 4;

type Outflow = {
  now: Date;
  balanceCents: bigint;
  /** Cents paid out in each of the last hours: first the last 60 minutes, then the 60 minutes before. */
  hours: readonly bigint[];
  /** Days that `hours` describes: fewer in a new system. At least 1. */
  days: number;
};

/**
 * Predicts when the balance is used up. Each coming hour costs what the same hour cost on an average of the last days,
 * and more if the last six hours were busier than usual.
 * @returns undefined if the balance lasts longer than 14 days, or nothing was paid out
 */
export function predictEnd({ now, balanceCents, hours, days }: Outflow): Date | undefined {
  const usual = Array.from({ length: DAY_HOURS }, (_, ahead) => average(hours, DAY_HOURS - 1 - ahead, days));
  const factor = busyness(hours, days);
  let left = Number(balanceCents);
  if (left <= 0) return now;
  for (let ahead = 0; ahead < LONGEST_HOURS; ahead += 1) {
    const cost = (usual[ahead % DAY_HOURS] ?? 0) * factor;
    if (cost >= left) return new Date(now.getTime() + (ahead + left / cost) * HOUR_MS);
    left -= cost;
  }
  return undefined;
}

/** Averages one hour of the day over the last days, in cents. */
function average(hours: Outflow['hours'], hoursAgo: number, days: number): number {
  return sum(Array.from({ length: days }, (_, day) => hours[hoursAgo + day * DAY_HOURS] ?? 0n)) / days;
}

/** Returns how many times busier the last hours were than the same hours of the days before; at least 1. */
function busyness(hours: Outflow['hours'], days: number): number {
  if (days < 2) return 1;
  const latest = sum(hours.slice(0, LATEST_HOURS));
  const before = Array.from({ length: days - 1 }, (_, day) =>
    sum(hours.slice((day + 1) * DAY_HOURS, (day + 1) * DAY_HOURS + LATEST_HOURS)),
  );
  const usual = before.reduce((total, one) => total + one, 0) / before.length;
  return usual === 0 ? 1 : Math.min(MOST_BUSY, Math.max(1, latest / usual));
}

function sum(cents: readonly bigint[]): number {
  return Number(cents.reduce((total, one) => total + one, 0n));
}
