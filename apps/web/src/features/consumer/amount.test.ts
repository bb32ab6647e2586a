import { expect, test } from 'vitest';
import { feeLabel, minusKes, netOfFee, parseAmount } from './amount.ts';

test('parses an amount with or without thousands separators', () => {
  expect(['5000', '5,000', ' 5 000 ', '٥٠٠٠', '1'].map(parseAmount)).toEqual([5000, 5000, 5000, 5000, 1]);
});

test('rejects text that is not a positive whole number', () => {
  for (const typed of ['', '0', '-5', '10.50', '1e3', '10,5.5', 'abc', '999999999999', '10,50'])
    expect(parseAmount(typed), typed).toBeUndefined();
});

test('S509 a fee’s label shows its rate in percent', () => {
  expect([500, 250, 100].map(feeLabel)).toEqual(['Fee, 5%', 'Fee, 2.5%', 'Fee, 1%']);
});

test("S9 splits the price into the fee and the recipient's amount before the buyer pays", () => {
  expect(netOfFee('5,000', 500)).toEqual({ gross: 5000, fee: 250, net: 4750 });
  expect(netOfFee('10', 500)).toEqual({ gross: 10, fee: 0, net: 10 });
  expect(netOfFee('', 500)).toEqual({ gross: 0, fee: 0, net: 0 });
});

test('S10 shows the fee of 2.5% and the paid-out amount before the user confirms', () => {
  expect(netOfFee('2,000', 250)).toEqual({ gross: 2000, fee: 50, net: 1950 });
  expect(netOfFee('10', 250)).toEqual({ gross: 10, fee: 0, net: 10 });
});

test('an outgoing amount has a true minus sign and does not wrap', () => {
  expect(minusKes(1250)).toBe('−\u00a0KES\u00a01,250');
});
