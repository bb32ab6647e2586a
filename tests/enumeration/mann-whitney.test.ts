import { expect, test } from 'vitest';
import { createRandom } from '../faults/random.ts';
import { mannWhitneyZ } from './mann-whitney.ts';

const N = 60;

/** Simulates response times of a busy machine: most are close together, some are much longer. */
function times(seed: number, run: number, delayMs = 0): number[] {
  const random = createRandom(seed, run);
  return Array.from({ length: N }, () => {
    const [quick, late] = [random.below(20_000) / 1_000, random.below(10) === 0 ? random.below(400) : 0];
    return 60 + quick + late + delayMs;
  });
}

test('computes the Mann-Whitney z of a textbook, including ties', () => {
  // U = 0 and 20 of 4 × 5: mean 10, variance 4 × 5 × 10 / 12.
  const edge = 10 / Math.sqrt(200 / 12);
  expect(mannWhitneyZ([1, 2, 3, 4], [5, 6, 7, 8, 9])).toBeCloseTo(-edge, 10);
  expect(mannWhitneyZ([9, 8, 7, 6], [5, 4, 3, 2, 1])).toBeCloseTo(edge, 10);
  // Ranks 1, 3, 3, 5 against 3, 6: U = 12 - 10 = 2, mean 4, variance 8 / 12 × (7 - 24 / 30).
  expect(mannWhitneyZ([1, 2, 2, 3], [2, 4])).toBeCloseTo(-2 / Math.sqrt((8 / 12) * (7 - 24 / 30)), 10);
  expect(mannWhitneyZ([5, 5, 5], [5, 5])).toBe(0);
});

test('of a thousand pairs of samples from one distribution, as many differ as chance predicts', () => {
  const zs = Array.from({ length: 1_000 }, (_, run) => mannWhitneyZ(times(1, run), times(2, run)));
  const beyond = (limit: number) => zs.filter((z) => Math.abs(z) > limit).length;
  // Chance predicts 5 %: 50 pairs, give or take 7.
  expect(beyond(1.96)).toBeGreaterThan(25);
  expect(beyond(1.96)).toBeLessThan(80);
  expect(beyond(3.9)).toBeLessThanOrEqual(1);
});

test('z detects a few milliseconds among larger delays, and ignores a single outlier', () => {
  expect(mannWhitneyZ(times(3, 1, 8), times(3, 2))).toBeGreaterThan(3.9);
  const [held = 0, ...others] = times(4, 1);
  expect(Math.abs(mannWhitneyZ([held + 60_000, ...others], times(4, 2)))).toBeLessThan(3.3);
});
