import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barPercent, barsLabelledOnPhones, chartTop } from './bar-chart.tsx';

test('a scale ends at a round number just above the highest bar', () => {
  expect([0, 1, 100, 101, 950, 9_500, 31_400, 250_000].map(chartTop)).toEqual([
    100, 100, 100, 200, 1_000, 10_000, 50_000, 500_000,
  ]);
});

test('S146 every bar fits its scale, and half of the scale is whole shillings', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (highest) => {
      const top = chartTop(highest);
      expect(top).toBeGreaterThanOrEqual(highest);
      expect(top / 2).toBe(Math.round(top / 2));
      expect(barPercent(highest, top)).toBeLessThanOrEqual(100);
    }),
  );
});

test('draws a bar for one shilling next to a thousand, and none for zero', () => {
  expect(barPercent(1, 10_000)).toBe(1);
  expect(barPercent(0, 10_000)).toBe(0);
});

test('labels below the bars do not overlap on a phone, even in capitals', () => {
  const bars = ['DUKA001', 'KAHAWA1', 'VITABU1', 'MAUA001'].map((label, index) => ({
    key: label,
    label,
    figures: [1],
    isNow: index === 0,
  }));
  expect([...barsLabelledOnPhones(bars)].map(({ label }) => label)).toEqual(['DUKA001', 'VITABU1']);
});
