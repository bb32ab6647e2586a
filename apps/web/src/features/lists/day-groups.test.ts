import { expect, test } from 'vitest';
import { groupDays, spanText } from './day-groups.ts';

const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
  }));

test('groups a month by day', () => {
  const groups = groupDays(days('2026-10-01', 31));
  expect(groups).toHaveLength(31);
  expect(groups[0]).toEqual({ from: '2026-10-01', to: '2026-10-01', days: [{ day: '2026-10-01' }] });
});

test('groups three months by week from Monday, with a partial first and last week', () => {
  const groups = groupDays(days('2026-09-02', 80));
  expect(groups[0]).toMatchObject({ from: '2026-09-02', to: '2026-09-06' });
  expect(groups[0]?.days).toHaveLength(5);
  expect(groups[1]).toMatchObject({ from: '2026-09-07', to: '2026-09-13' });
  expect(groups.at(-1)).toMatchObject({ from: '2026-11-16', to: '2026-11-20' });
});

test('groups a year by month, without losing a day', () => {
  const groups = groupDays(days('2025-11-21', 365));
  expect(groups).toHaveLength(13);
  expect(groups.flatMap((group) => group.days)).toEqual(days('2025-11-21', 365));
});

test('writes a single day in full, and several days as first and last', () => {
  expect(spanText({ from: '2026-11-20', to: '2026-11-20' })).toBe('Fri 20 Nov 2026');
  expect(spanText({ from: '2026-11-16', to: '2026-11-20' })).toBe('16 Nov – 20 Nov');
});
