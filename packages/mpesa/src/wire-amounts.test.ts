import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCents, readShillings } from './wire-amounts.ts';

test('reads whole shillings from numbers and text, with or without decimals', () => {
  for (const value of [10, '10', '10.00', '10.0', 10.0]) expect(readShillings(value)).toBe(10);
});

test('does not round an amount with cents to shillings', () => {
  expect(readShillings('10.50')).toBeUndefined();
  expect(readCents('10.50')).toBe(1050n);
  expect(readCents('22.4')).toBe(2240n);
  expect(readCents('-1540.00')).toBe(-154_000n);
});

test('returns undefined for an amount that is no plain number', () => {
  for (const value of ['', '1e3', 'NaN', '١٠', '1,000', null, true, {}, Number.NaN, 1e21]) {
    expect(readCents(value)).toBeUndefined();
  }
});

test('reads every amount of cents that is written with two decimals', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 14n), 10n ** 14n), (cents) => {
      const absolute = cents < 0n ? -cents : cents;
      const text = `${cents < 0n ? '-' : ''}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`;
      expect(readCents(text)).toBe(cents);
    }),
  );
});
