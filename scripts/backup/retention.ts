import { nairobiDay, nairobiTime } from '../../apps/api/src/platform/nairobi-time.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

/** For how many hours, days and months the newest backup of each is kept. */
export type Retention = { hours: number; days: number; months: number };

const NAME = /^zawadi-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z/u;

/**
 * Parses a retention such as `24h,30d,12m`.
 * @throws StartUpMistake with an example
 */
export function readRetention(text: string): Retention {
  const [, hours, days, months] = /^(\d+)h,(\d+)d,(\d+)m$/u.exec(text) ?? [];
  const retention = { hours: Number(hours), days: Number(days), months: Number(months) };
  if (months === undefined || retention.hours + retention.days + retention.months === 0)
    throw new StartUpMistake('--keep is like 24h,30d,12m: hours, days and months to keep a backup of.');
  return retention;
}

/** Returns when a backup was made, by the name of its folder or file; undefined for anything else. */
export function madeAtOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt;
}

/**
 * Chooses the backups to delete. Keeps the newest backup of each of the last hours, days and months that have one, so
 * that a pause of the backups deletes none. Hours, days and months are Nairobi's. Keeps everything that is no backup.
 */
export function findOutdated(names: readonly string[], { hours, days, months }: Retention): string[] {
  const newestFirst = names.filter((name) => madeAtOf(name)).toSorted((a, b) => compare(b, a));
  const kept = new Set<string>();
  for (const [length, count] of [
    ['2026-11-28T14'.length, hours],
    ['2026-11-28'.length, days],
    ['2026-11'.length, months],
  ] as const) {
    const periods = new Map<string, string>();
    for (const name of newestFirst) {
      const period = nairobiTimeOf(name).slice(0, length);
      if (!periods.has(period)) periods.set(period, name);
    }
    for (const name of [...periods.values()].slice(0, count)) kept.add(name);
  }
  return newestFirst.filter((name) => !kept.has(name));
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function nairobiTimeOf(name: string): string {
  const madeAt = madeAtOf(name) ?? new Date(0);
  return `${nairobiDay(madeAt)}T${nairobiTime(madeAt)}`;
}
