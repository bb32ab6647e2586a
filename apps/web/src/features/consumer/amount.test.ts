import { expect, test } from 'vitest';
import { feeLabel, minusKes, netOfFee, parseAmount } from './amount.ts';

test('an amount is read with or without thousands separators', () => {
  expect(['5000', '5,000', ' 5 000 ', '٥٠٠٠', '1'].map(parseAmount)).toEqual([5000, 5000, 5000, 5000, 1]);
});

test('anything but a positive whole number is no amount', () => {
  for (const typed of ['', '0', '-5', '10.50', '1e3', '10,5.5', 'abc', '999999999999', '10,50'])
    expect(parseAmount(typed), typed).toBeUndefined();
});

test('S509 a fee names its rate the way people say it', () => {
  expect([500, 250, 100].map(feeLabel)).toEqual(['Fee, 5%', 'Fee, 2.5%', 'Fee, 1%']);
});

test('S9 the buyer sees the fee and what the recipient gets before paying', () => {
  expect(netOfFee('5,000', 500)).toEqual({ gross: 5000, fee: 250, net: 4750 });
  expect(netOfFee('10', 500)).toEqual({ gross: 10, fee: 0, net: 10 });
  expect(netOfFee('', 500)).toEqual({ gross: 0, fee: 0, net: 0 });
});

test('S10 the fee of 2.5% and the pay-out are shown before the user confirms', () => {
  expect(netOfFee('2,000', 250)).toEqual({ gross: 2000, fee: 50, net: 1950 });
  expect(netOfFee('10', 250)).toEqual({ gross: 10, fee: 0, net: 10 });
});

test('money that leaves carries a true minus and does not break across lines', () => {
  expect(minusKes(1250)).toBe('−\u00a0KES\u00a01,250');
});
