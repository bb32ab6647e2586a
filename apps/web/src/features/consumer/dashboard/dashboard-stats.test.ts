import { expect, test } from 'vitest';
import { balanceTrendText, trendDirection, trendText } from './dashboard-stats.tsx';

const plain = (figure: number) => String(figure);

test('S52 a month with something to compare says how much more or less, never with a sign', () => {
  expect(trendText({ current: 9, previous: 6, changePercent: 50 }, plain)).toBe(
    '9 this month, 50% more than last',
  );
  expect(trendText({ current: 3, previous: 6, changePercent: -50 }, plain)).toBe(
    '3 this month, 50% less than last',
  );
  expect(trendText({ current: 6, previous: 6, changePercent: 0 }, plain)).toBe('6 this month, as last month');
});

test('a growth beyond 999 % says how many times as much', () => {
  expect(trendText({ current: 109, previous: 10, changePercent: 990 }, plain)).toBe(
    '109 this month, 990% more than last',
  );
  expect(trendText({ current: 40, previous: 1, changePercent: 3_900 }, plain)).toBe(
    '40 this month, 40 times last month’s',
  );
});

test('S511 a change too small for a whole percent is no change', () => {
  expect(trendText({ current: 10_001, previous: 10_000, changePercent: 0 }, plain)).toBe(
    '10001 this month, as last month',
  );
});

test('without a last month there is no percentage', () => {
  expect(trendText({ current: 4, previous: 0 }, plain)).toBe('4 this month, none last month');
  expect(trendText({ current: 0, previous: 0 }, plain)).toBe('None this month or last');
});

test('the balance is compared with the end of last month', () => {
  expect(balanceTrendText({ current: 500, previous: 800 }, plain)).toBe(
    '300 less than at the end of last month',
  );
  expect(balanceTrendText({ current: 800, previous: 500 }, plain)).toBe(
    '300 more than at the end of last month',
  );
  expect(balanceTrendText({ current: 0, previous: 0 }, plain)).toBe('As at the end of last month');
});

test('the arrow follows the figures', () => {
  expect(trendDirection({ current: 2, previous: 1 })).toBe('up');
  expect(trendDirection({ current: 1, previous: 2 })).toBe('down');
  expect(trendDirection({ current: 2, previous: 2 })).toBe('level');
});
