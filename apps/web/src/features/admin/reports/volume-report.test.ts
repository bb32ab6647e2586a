import { expect, test } from 'vitest';
import { volumeRows } from './volume-report.tsx';

const none = { count: 0, amount: 0 };
const nothing = {
  deposits: none,
  withdrawals: none,
  redemptions: none,
  claims: none,
  settlements: none,
  refunds: none,
};

test('S274 leaves out days without transactions, and lists the latest day first', () => {
  const rows = volumeRows([
    { day: '2026-11-18', ...nothing, deposits: { count: 1, amount: 1_000 } },
    { day: '2026-11-19', ...nothing },
    { day: '2026-11-20', ...nothing, refunds: { count: 2, amount: 300 } },
  ]);
  expect(rows.map(({ name }) => name)).toEqual(['Fri 20 Nov 2026', 'Wed 18 Nov 2026']);
  expect(rows[0]).toMatchObject({ refunds: { count: 2, amount: 300 }, deposits: none });
});

test('adds up counts and amounts by week in a long period', () => {
  const days = Array.from({ length: 35 }, (_, index) => ({
    ...nothing,
    day: new Date(Date.parse('2026-10-05T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
    claims: { count: 2, amount: 50 },
  }));
  expect(volumeRows(days).map(({ claims }) => claims)).toEqual(
    Array.from({ length: 5 }, () => ({ count: 14, amount: 350 })),
  );
});
