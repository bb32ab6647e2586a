import { expect, test } from 'vitest';
import { findOutdated, madeAtOf, readRetention } from './retention.ts';

/** Names of one backup an hour, the newest first. */
function hourly(count: number, newest = '2026-11-28T09:05:00Z'): string[] {
  return Array.from({ length: count }, (_, n) => {
    const madeAt = new Date(Date.parse(newest) - n * 3_600_000).toISOString();
    return `zawadi-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.tar.age`;
  });
}

test('a year of hourly backups leaves 24 hours, 30 days and 12 months', () => {
  const names = hourly(24 * 366);
  const outdated = new Set(findOutdated(names, readRetention('24h,30d,12m')));
  const kept = names.filter((name) => !outdated.has(name));
  // The last 24 hours are of two of the 30 days, and the 30 days of two of the 12 months.
  expect(kept.slice(0, 24)).toEqual(names.slice(0, 24));
  expect(kept).toHaveLength(24 + 28 + 10);
  // The newest of October is of 23:05 in Nairobi, 20:05 UTC.
  expect(kept).toContain('zawadi-2026-10-31T20-05-00Z.tar.age');
  expect(kept.at(-1)).toBe('zawadi-2025-12-31T20-05-00Z.tar.age');
});

test('a long pause of the backups deletes none of the last ones', () => {
  const names = [...hourly(1), ...hourly(3, '2026-06-01T12:00:00Z')];
  expect(findOutdated(names, { hours: 24, days: 30, months: 12 })).toEqual([]);
});

test('what is no backup is never deleted', () => {
  const others = ['notes.txt', 'zawadi-old', '../zawadi-2020-01-01T00-00-00Z', 'zawadi-2020-13-40T99-99-99Z'];
  expect(findOutdated([...hourly(2), ...others], { hours: 1, days: 0, months: 0 })).toEqual([hourly(2)[1]]);
  for (const other of others) expect(madeAtOf(other)).toBeUndefined();
});

test.each(['', '24', '24h', '24h,30d', '0h,0d,0m', '24h,30d,12m,', 'h,d,m'])('refuses to keep %j', (text) => {
  expect(() => readRetention(text)).toThrow('--keep is like 24h,30d,12m');
});
