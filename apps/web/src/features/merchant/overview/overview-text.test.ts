import { expect, test } from 'vitest';
import { barText, todayText } from './overview-screen.tsx';

test("today's text shows today's number of redemptions and yesterday's sum", () => {
  const yesterday = { count: 3, amount: 1_200 };
  expect(todayText({ count: 0, amount: 0 }, yesterday)).toBe('0 redemptions · yesterday KES\u00a01,200');
  expect(todayText({ count: 1, amount: 5 }, { count: 0, amount: 0 })).toBe(
    '1 redemption · yesterday KES\u00a00',
  );
  expect(todayText({ count: 1_500, amount: 5 }, yesterday)).toMatch(/^1,500 redemptions/u);
});

test('formats a day short enough to fit below its bar in the chart', () => {
  expect(barText('2026-11-20')).toBe('20 Nov');
  expect(barText('2026-09-01')).toBe('1 Sep');
});
