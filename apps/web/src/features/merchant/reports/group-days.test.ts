import { expect, test } from 'vitest';
import { groupDays } from './group-days.ts';
import type { ReportDay } from './group-days.ts';

const days = (first: string, count: number): ReportDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    redemptions: 2,
    redeemed: 300,
    reversals: 1,
    reversed: 100,
    sales: 200,
  }));

test('a month is shown day by day', () => {
  const groups = groupDays(days('2026-10-01', 31));
  expect(groups).toHaveLength(31);
  expect(groups[0]).toMatchObject({ from: '2026-10-01', to: '2026-10-01', sales: 200 });
});

test('three months are shown in weeks from Monday, the first and last as long as they are', () => {
  const groups = groupDays(days('2026-09-02', 80));
  expect(groups[0]).toMatchObject({ from: '2026-09-02', to: '2026-09-06', redemptions: 10 });
  expect(groups[1]).toMatchObject({ from: '2026-09-07', to: '2026-09-13', sales: 1_400, reversed: 700 });
  expect(groups.at(-1)).toMatchObject({ from: '2026-11-16', to: '2026-11-20' });
});

test('a year is shown in months, and nothing is lost on the way', () => {
  const year = days('2025-11-21', 365);
  const groups = groupDays(year);
  expect(groups).toHaveLength(13);
  expect(groups.reduce((sum, { sales }) => sum + sales, 0)).toBe(365 * 200);
});
