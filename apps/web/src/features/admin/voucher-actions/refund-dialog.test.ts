import { expect, test } from 'vitest';
import { refundWords } from './refund-dialog.tsx';

const transaction = { type: 'Deposit', amount: 1000, reference: 'TKE4XQ81ZN' } as const;
const voucher = { value: 950, balance: 950 };

test('S302 an unspent voucher goes back whole by M-PESA, with our fee', () => {
  const words = refundWords({ transaction, voucher });
  expect(words.amount).toBe('KES\u00a01,000');
  expect(words.effect).toContain('goes back by M-PESA');
});

test('the receipt of the payment is looked for where it is not known', () => {
  const words = refundWords({ transaction: { ...transaction, reference: undefined }, voucher });
  expect(words.amount).toBe('KES\u00a01,000');
  expect(words.effect).toContain('We look for its receipt at M-PESA first');
});

test('S305 what is left of a partly spent voucher goes to the wallet, without our fee', () => {
  const words = refundWords({ transaction, voucher: { value: 950, balance: 600 } });
  expect(words.amount).toBe('KES\u00a0600');
  expect(words.effect).toContain('Our fee is not given back');
});
