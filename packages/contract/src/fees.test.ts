import fc from 'fast-check';
import { expect, test } from 'vitest';
import { basketFees, feeShillings } from './fees.ts';

const amounts = fc.array(fc.integer({ min: 1, max: 250_000 }), { minLength: 1, maxLength: 20 });
const rate = fc.integer({ min: 0, max: 5_000 });
const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);

test('the shares of a basket’s fee add up to the fee of the sum, and each gift keeps a shilling', () => {
  fc.assert(
    fc.property(amounts, rate, (gross, basisPoints) => {
      const { fee, shares } = basketFees(gross, basisPoints);
      expect(fee).toBe(Math.min(feeShillings(sumOf(gross), basisPoints), sumOf(gross) - gross.length));
      expect(sumOf(shares)).toBe(fee);
      for (const [n, share] of shares.entries()) {
        expect(Number.isInteger(share)).toBe(true);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThan(gross[n] ?? 0);
      }
    }),
  );
});

test('each share is within a shilling of its exact share', () => {
  const larger = fc.array(fc.integer({ min: 101, max: 250_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(larger, rate, (gross, basisPoints) => {
      const { fee, shares } = basketFees(gross, basisPoints);
      for (const [n, share] of shares.entries()) {
        expect(Math.abs(share - (fee * (gross[n] ?? 0)) / sumOf(gross))).toBeLessThan(1);
      }
    }),
  );
});

test('a single gift has the whole fee', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 250_000 }), rate, (amount, basisPoints) => {
      const fee = feeShillings(amount, basisPoints);
      expect(basketFees([amount], basisPoints)).toEqual({ fee, shares: [fee] });
    }),
  );
});

test('the largest remainder gets the shilling that rounding leaves', () => {
  // 5 % of 130 is 6; the exact shares are 2.31, 2.31 and 1.38.
  expect(basketFees([50, 50, 30], 500)).toEqual({ fee: 6, shares: [2, 2, 2] });
  // Every gift keeps a shilling.
  expect(
    basketFees(
      Array.from({ length: 20 }, () => 1),
      500,
    ),
  ).toEqual({ fee: 0, shares: Array(20).fill(0) });
});
