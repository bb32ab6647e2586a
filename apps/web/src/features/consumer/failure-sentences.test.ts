import { expect, test } from 'vitest';
import { failureReason } from '@zawadi/contract/purchases';
import { purchaseFailure, withdrawalFailure } from './failure-sentences.ts';

test('S496 every reason of a failed purchase has a sentence that says nothing was charged', () => {
  for (const reason of failureReason.options) {
    expect(purchaseFailure(reason).what, reason).toMatch(/^[A-Z].{10,}\.$/u);
    expect(purchaseFailure(reason).safe).toBe('Nothing was charged.');
  }
  expect(purchaseFailure('wrong_pin').what).toBe('The PIN was wrong, so M-PESA did not take the money.');
});

test('S501 every reason of a failed withdrawal has a sentence that says where the money is', () => {
  for (const reason of failureReason.options) {
    expect(withdrawalFailure(reason).what, reason).toMatch(/^[A-Z].{10,}\.$/u);
    expect(withdrawalFailure(reason).safe).toBe('The money is back in your wallet.');
  }
});

test('no sentence shows the raw reason code', () => {
  const sentences = failureReason.options.flatMap((reason) => [
    purchaseFailure(reason).what,
    withdrawalFailure(reason).what,
  ]);
  expect(sentences.filter((sentence) => sentence.includes('_'))).toEqual([]);
});

test('a failure without a reason still says what happened', () => {
  expect(purchaseFailure().what).toBe('M-PESA could not take this payment.');
  expect(withdrawalFailure().what).toBe('M-PESA could not pay this out.');
});
