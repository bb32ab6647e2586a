import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeShillings } from './fees.ts';
import { centsOf, formatKes, shillings, shillingsOf } from './money.ts';

test('S11 a fee is rounded down to a whole shilling and is smaller than the amount', () => {
  expect(feeShillings(1_000, 500)).toBe(50);
  expect(feeShillings(10, 250)).toBe(0);
  expect(feeShillings(999, 250)).toBe(24);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 250_000 }), fc.integer({ min: 0, max: 9_999 }), (gross, rate) => {
      const fee = feeShillings(gross, rate);
      return Number.isSafeInteger(fee) && fee >= 0 && fee < gross && fee <= (gross * rate) / 10_000;
    }),
  );
});

test('shillings and cents convert without loss', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (amount) => shillingsOf(centsOf(amount)) === amount));
  expect(() => centsOf(0.5)).toThrow(RangeError);
});

test('A15 S453 accepts only positive whole JSON numbers as amounts', () => {
  const bad = [-1, 0, 0.1, '10', ' 10 ', '1e3', '١٠', '１０', Number.NaN, Infinity, 2 ** 53, 9_999_999_999];
  for (const value of [...bad, -0, null, true, [10], {}, undefined]) {
    expect(shillings.safeParse(value).success, String(value)).toBe(false);
  }
  expect(shillings.parse(250_000)).toBe(250_000);
});

test('S505 formats amounts with the code first, a no-break space and thousands separators', () => {
  expect(formatKes(1_234_567)).toBe('KES\u00a01,234,567');
  expect(formatKes(0)).toBe('KES\u00a00');
});
