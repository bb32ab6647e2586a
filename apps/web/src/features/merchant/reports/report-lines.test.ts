import { expect, test } from 'vitest';
import { barsOf, namedLines } from './report-lines.ts';
import type { Report } from './report-lines.ts';

const nothing = { redemptions: 0, redeemed: 0, reversals: 0, reversed: 0, sales: 0 };
const sold = { redemptions: 2, redeemed: 900, reversals: 1, reversed: 200, sales: 700 };
const taken = { redemptions: 1, redeemed: 300, reversals: 0, reversed: 0, sales: 300 };
const soldAt = new Map([
  [9, sold],
  [17, taken],
]);
const report: Report = {
  from: '2026-11-18',
  to: '2026-11-20',
  total: { redemptions: 3, redeemed: 1_200, reversals: 1, reversed: 200, sales: 1_000, fees: 10 },
  byDay: [
    { day: '2026-11-18', ...sold },
    { day: '2026-11-19', ...nothing },
    { day: '2026-11-20', ...taken },
  ],
  byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...(soldAt.get(hour) ?? nothing) })),
  byStaff: [
    { servedBy: 'Juma', ...sold },
    { servedBy: 'API', ...taken },
  ],
  byPlace: [
    { place: 'Main shop', ...sold },
    { place: 'Westlands', ...taken },
  ],
};

test('S113 the report table lists the latest day first, and omits days and hours without sales', () => {
  expect(namedLines(report, 'day').map(({ name }) => name)).toEqual(['Fri 20 Nov 2026', 'Wed 18 Nov 2026']);
  expect(namedLines(report, 'hour').map(({ name, sales }) => [name, sales])).toEqual([
    ['09:00', 700],
    ['17:00', 300],
  ]);
  expect(namedLines(report, 'staff').map(({ name }) => name)).toEqual(['Juma', 'API']);
  expect(namedLines(report, 'place').map(({ name }) => name)).toEqual(['Main shop', 'Westlands']);
});

test('the report chart shows every day and hour, and highlights the highest bar', () => {
  expect(barsOf(report, 'day').map(({ label, figures }) => [label, ...figures])).toEqual([
    ['18 Nov', 900, 200],
    ['19 Nov', 0, 0],
    ['20 Nov', 300, 0],
  ]);
  expect(barsOf(report, 'hour')).toHaveLength(24);
  expect(
    barsOf(report, 'hour')
      .filter(({ isNow }) => isNow)
      .map(({ label }) => label),
  ).toEqual(['09:00']);
});
