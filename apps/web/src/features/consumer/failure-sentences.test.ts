import { expect, test } from 'vitest';
import { failureReason } from '@zawadi/contract/purchases';
import { purchaseFailure, withdrawalFailure } from './failure-sentences.ts';

test('S496 explains every reason of a failed purchase, and that nothing was charged', () => {
  for (const reason of failureReason.options) {
    expect(purchaseFailure(reason).what, reason).toMatch(/^[A-Z].{10,}\.$/u);
    expect(purchaseFailure(reason).safe).toBe('Nothing was charged.');
  }
  expect(purchaseFailure('wrong_pin').what).toBe('The PIN was wrong, so M-PESA did not take the money.');
});

test('S501 explains every reason of a failed withdrawal, and where the money is', () => {
  for (const reason of failureReason.options) {
    expect(withdrawalFailure(reason).what, reason).toMatch(/^[A-Z].{10,}\.$/u);
    expect(withdrawalFailure(reason).safe).toBe('The money is back in your wallet.');
  }
});

test('shows no raw reason code', () => {
  const sentences = failureReason.options.flatMap((reason) => [
    purchaseFailure(reason).what,
    withdrawalFailure(reason).what,
  ]);
  expect(sentences.filter((sentence) => sentence.includes('_'))).toEqual([]);
});

test('explains also a failure without a reason', () => {
  expect(purchaseFailure().what).toBe('M-PESA could not take this payment.');
  expect(withdrawalFailure().what).toBe('M-PESA could not pay this out.');
});
