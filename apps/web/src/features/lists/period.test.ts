import { expect, test } from 'vitest';
import { isPeriod, problemWithPeriod, lastMonth, lastYear, latestDays, thisMonth } from './period.ts';

test('this month starts on its first day, and last month is complete', () => {
  expect(thisMonth('2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  expect(lastMonth('2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(lastMonth('2027-01-05')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

test('a valid period is at most a year long and does not end before it starts', () => {
  expect(lastYear('2026-11-20')).toEqual({ from: '2025-11-21', to: '2026-11-20' });
  expect(isPeriod(lastYear('2026-11-20'))).toBe(true);
  expect(isPeriod({ from: '2025-11-20', to: '2026-11-20' })).toBe(false);
  expect(isPeriod({ from: '2026-11-20', to: '2026-11-20' })).toBe(true);
  expect(problemWithPeriod({ from: '2026-11-21', to: '2026-11-20' })).toBe('period_reversed');
  expect(problemWithPeriod({ from: '2025-11-20', to: '2026-11-20' })).toBe('period_invalid');
  expect(isPeriod({ from: '', to: '2026-11-20' })).toBe(false);
});

test('the latest days include today', () => {
  expect(latestDays('2026-11-20', 1)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(latestDays('2027-01-03', 7)).toEqual({ from: '2026-12-28', to: '2027-01-03' });
});
