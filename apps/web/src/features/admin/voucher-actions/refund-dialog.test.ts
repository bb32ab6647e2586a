import { expect, test } from 'vitest';
import { refundWords } from './refund-dialog.tsx';

const transaction = { type: 'Deposit', amount: 1000, reference: 'TKE4XQ81ZN' } as const;
const voucher = { value: 950, balance: 950 };

test('S302 refunds an unspent voucher in full by M-PESA, including our fee', () => {
  const words = refundWords({ transaction, voucher });
  expect(words.amount).toBe('KES\u00a01,000');
  expect(words.effect).toContain('goes back by M-PESA');
});

test('finds the receipt number of the payment if it is unknown', () => {
  const words = refundWords({ transaction: { ...transaction, reference: undefined }, voucher });
  expect(words.amount).toBe('KES\u00a01,000');
  expect(words.effect).toContain('We look for its receipt at M-PESA first');
});

test('S305 refunds the rest of a partly spent voucher to the buyer’s wallet, without our fee', () => {
  const words = refundWords({ transaction, voucher: { value: 950, balance: 600 } });
  expect(words.amount).toBe('KES\u00a0600');
  expect(words.effect).toContain('Our fee is not given back');
});
