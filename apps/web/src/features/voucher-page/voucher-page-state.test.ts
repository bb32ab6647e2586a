import { voucherStatus, type VoucherStatus } from '@zawadi/contract/vouchers-status';
import { expect, test } from 'vitest';
import { canBeClaimed, voucherSentence } from './voucher-page-state.ts';

function sentence(status: VoucherStatus): string {
  return voucherSentence({ status, value: 3550, balance: 3550, isFrozen: false }, '20 November 2028');
}

test('offers spending and adding only for a voucher with value left', () => {
  expect(voucherStatus.options.filter(canBeClaimed)).toEqual(['ACTIVE', 'PARTIALLY_REDEEMED']);
});

test('explains that a frozen voucher cannot be used now, and why a finished voucher is over', () => {
  const frozen = { value: 3550, balance: 3550, isFrozen: true };
  expect(voucherSentence({ ...frozen, status: 'ACTIVE' }, '')).toContain('cannot be used now');
  expect(voucherSentence({ ...frozen, status: 'CLAIMED' }, '')).toContain('added to a wallet');
});

test('shows what is left of a partly held gift, and that a fully held gift is held', () => {
  const held = { value: 3550, balance: 0, isFrozen: false };
  expect(voucherSentence({ ...held, status: 'ACTIVE' }, '')).toContain('A shop has reserved');
  expect(voucherSentence({ ...held, balance: 550, status: 'ACTIVE' }, '')).toContain('KES\u00a0550 is left.');
  expect(voucherSentence({ ...held, status: 'REDEEMED' }, '')).toContain('is used up');
});

test('shows where and until when a voucher can be spent', () => {
  expect(sentence('ACTIVE')).toBe(
    'Show its code at the till. Spend all of it or part of it, until 20 November 2028.',
  );
  expect(sentence('PARTIALLY_REDEEMED')).toContain('KES\u00a03,550 is left.');
});

test('S172 explains for every other state why there is nothing to do', () => {
  expect(new Set(voucherStatus.options.map(sentence)).size).toBe(voucherStatus.options.length);
  expect(sentence('EXPIRED')).toBe('This gift expired. It was valid until 20 November 2028.');
});
