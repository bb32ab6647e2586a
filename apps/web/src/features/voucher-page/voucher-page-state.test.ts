import { voucherStatus, type VoucherStatus } from '@zawadi/contract/vouchers-status';
import { expect, test } from 'vitest';
import { canBeClaimed, voucherSentence } from './voucher-page-state.ts';

function sentence(status: VoucherStatus): string {
  return voucherSentence({ status, value: 3550, balance: 3550, isFrozen: false }, '20 November 2028');
}

test('only a voucher with value left can be spent or added to a wallet', () => {
  expect(voucherStatus.options.filter(canBeClaimed)).toEqual(['ACTIVE', 'PARTIALLY_REDEEMED']);
});

test('a frozen voucher says that it cannot be used now, and a finished one says why', () => {
  const frozen = { value: 3550, balance: 3550, isFrozen: true };
  expect(voucherSentence({ ...frozen, status: 'ACTIVE' }, '')).toContain('cannot be used now');
  expect(voucherSentence({ ...frozen, status: 'CLAIMED' }, '')).toContain('added to a wallet');
});

test('a partly held gift says what is left, and a fully held one says so', () => {
  const held = { value: 3550, balance: 0, isFrozen: false };
  expect(voucherSentence({ ...held, status: 'ACTIVE' }, '')).toContain('A shop has reserved');
  expect(voucherSentence({ ...held, balance: 550, status: 'ACTIVE' }, '')).toContain('KES\u00a0550 is left.');
  expect(voucherSentence({ ...held, status: 'REDEEMED' }, '')).toContain('is used up');
});

test('a spendable voucher says where and until when', () => {
  expect(sentence('ACTIVE')).toBe(
    'Show its code at the till. Spend all of it or part of it, until 20 November 2028.',
  );
  expect(sentence('PARTIALLY_REDEEMED')).toContain('KES\u00a03,550 is left.');
});

test('S172 every other state says why there is nothing to do', () => {
  expect(new Set(voucherStatus.options.map(sentence)).size).toBe(voucherStatus.options.length);
  expect(sentence('EXPIRED')).toBe('This gift expired. It was valid until 20 November 2028.');
});
