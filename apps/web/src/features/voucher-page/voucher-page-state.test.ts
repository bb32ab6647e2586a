import { voucherStatus } from '@zawadi/contract/vouchers';
import { expect, test } from 'vitest';
import { canBeClaimed, voucherStanding } from './voucher-page-state.ts';

function standing(status: (typeof voucherStatus.options)[number]) {
  const voucher = { status, balance: 3550, recipientName: 'Brian Otieno', senderName: 'Amina Wanjiru' };
  return voucherStanding(voucher, '20 November 2028');
}

test('only a voucher with value left can be spent or added to a wallet', () => {
  expect(voucherStatus.options.filter(canBeClaimed)).toEqual(['ACTIVE', 'PARTIALLY_REDEEMED']);
});

test('a voucher that can be spent says where and until when', () => {
  expect(standing('ACTIVE')).toMatchObject({
    headline: 'Brian, Amina sent you a gift',
    sentence: 'Show this at the till. Spend all of it or part of it, until 20 November 2028.',
  });
  expect(standing('PARTIALLY_REDEEMED').sentence).toContain('KES\u00a03,550 is left.');
});

test('every other state says why there is nothing to do', () => {
  const sentences = voucherStatus.options.map((status) => standing(status).sentence);
  expect(new Set(sentences).size).toBe(voucherStatus.options.length);
  expect(standing('EXPIRED').sentence).toBe('This gift expired. It was valid until 20 November 2028.');
});
