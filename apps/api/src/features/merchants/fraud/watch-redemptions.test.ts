import type { OpeningHours } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { isOpen } from './watch-redemptions.ts';

const closed = (weekday: number) => ({ weekday, kind: 'closed' as const });
const hours = (weekday: number, opensAt: string, closesAt: string) => ({
  weekday,
  kind: 'hours' as const,
  opensAt,
  closesAt,
});

/** Monday by day, Friday until two at night, Sunday around the clock. */
const week: OpeningHours = [
  hours(1, '08:00', '18:00'),
  closed(2),
  closed(3),
  closed(4),
  hours(5, '20:00', '02:00'),
  closed(6),
  { weekday: 7, kind: 'all-day' },
];

// 2026-03-02 was a Monday.
test.each([
  ['2026-03-02T07:59:00+03:00', false],
  ['2026-03-02T08:00:00+03:00', true],
  ['2026-03-02T18:00:00+03:00', true],
  ['2026-03-02T18:01:00+03:00', false],
  ['2026-03-03T12:00:00+03:00', false],
  ['2026-03-06T19:59:00+03:00', false],
  ['2026-03-06T23:30:00+03:00', true],
  ['2026-03-07T01:59:00+03:00', true],
  ['2026-03-07T02:01:00+03:00', false],
  ['2026-03-08T00:00:00+03:00', true],
  ['2026-03-08T23:59:00+03:00', true],
])('at %s the shop is open: %s', (moment, expected) => {
  expect(isOpen(week, new Date(moment), 0)).toBe(expected);
});

test('a quarter of an hour of grace lies before opening and after closing', () => {
  for (const [moment, expected] of [
    ['2026-03-02T07:44:00+03:00', false],
    ['2026-03-02T07:45:00+03:00', true],
    ['2026-03-02T18:15:00+03:00', true],
    ['2026-03-02T18:16:00+03:00', false],
  ] as const) {
    expect([moment, isOpen(week, new Date(moment), 15)]).toEqual([moment, expected]);
  }
});
