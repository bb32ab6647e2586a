import { expect, test } from 'vitest';
import { balanceBars, sumBars } from './report-bars.ts';

const days = Array.from({ length: 40 }, (_, index) => ({
  day: new Date(Date.parse('2026-10-05T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
  amount: index + 1,
}));

test('S277 adds up daily figures by week, and highlights the highest week', () => {
  const bars = sumBars(days, ({ amount }) => [amount, 1]);
  expect(bars.map(({ label, figures, isNow }) => [label, ...figures, isNow])).toEqual([
    ['5 Oct', 28, 7, false],
    ['12 Oct', 77, 7, false],
    ['19 Oct', 126, 7, false],
    ['26 Oct', 175, 7, false],
    ['2 Nov', 224, 7, true],
    ['9 Nov', 36 + 37 + 38 + 39 + 40, 5, false],
  ]);
});

test("S278 shows each week's closing balance, and highlights the last", () => {
  const bars = balanceBars(days);
  expect(bars.map(({ figures }) => figures[0])).toEqual([7, 14, 21, 28, 35, 40]);
  expect(bars.at(-1)).toMatchObject({ label: '13 Nov', isNow: true });
});

test('draws no bar for a day with more refunded than earned', () => {
  expect(sumBars([{ day: '2026-11-20', fee: -50 }], ({ fee }) => [fee])[0]?.figures).toEqual([0]);
});
