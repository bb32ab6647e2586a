import { expect, test } from 'vitest';
import { groupSales } from './report-lines.ts';

test('adds up the sales of a long period by week without losing any', () => {
  const days = Array.from({ length: 80 }, (_, index) => ({
    day: new Date(Date.parse('2026-09-02T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
    redemptions: 2,
    redeemed: 300,
    reversals: 1,
    reversed: 100,
    sales: 200,
  }));
  const groups = groupSales(days);
  expect(groups[0]).toMatchObject({ from: '2026-09-02', to: '2026-09-06', redemptions: 10 });
  expect(groups[1]).toMatchObject({ sales: 1_400, reversed: 700 });
  expect(groups.reduce((sum, { sales }) => sum + sales, 0)).toBe(80 * 200);
});
