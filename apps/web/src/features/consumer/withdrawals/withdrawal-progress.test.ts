import { expect, test } from 'vitest';
import { canBeSent, withdrawalResult, withdrawalTransactionId } from './withdrawal-progress.ts';

test('shows a withdrawal as sent only after M-PESA has paid it', () => {
  expect(withdrawalResult({ orderStatus: 'COMPLETED' })).toMatchObject({
    mark: 'completed',
    title: 'Money sent',
  });
  expect(withdrawalResult({ orderStatus: 'PENDING' })).toMatchObject({
    mark: 'pending',
    title: 'On its way',
  });
  expect(withdrawalResult({ orderStatus: 'REGISTERED' })).toMatchObject({
    mark: 'pending',
    title: 'Not sent yet',
  });
});

test('explains why a withdrawal was canceled, and that the money is back', () => {
  expect(withdrawalResult({ orderStatus: 'CANCELED', failureReason: 'recipient_not_on_mpesa' })).toEqual({
    mark: 'canceled',
    title: 'That number is not registered with M-PESA.',
    sentence: 'The money is back in your wallet.',
  });
});

test('shows a withdrawal that M-PESA paid after the money was given back as sent, without a fee', () => {
  const paidLate = {
    amount: 488,
    fromWallet: 488,
    transactionCode: 'TKE4XQ81ZN',
    at: '2026-11-20T09:00:00Z',
  };
  expect(withdrawalResult({ orderStatus: 'CANCELED', paidLate })).toEqual({
    mark: 'completed',
    title: 'Money sent',
    sentence: 'M-PESA sent KES\u00A0488 after it had told us that it could not. There is no fee.',
  });
});

test('S508 shows the transaction code, or else the request id, in upper case', () => {
  const requestId = '9f3c71a2-1b2c-4d5e-8f90-123456789abc';
  expect(withdrawalTransactionId({ requestId, transactionCode: 'tke4xq81zn' })).toBe('TKE4XQ81ZN');
  expect(withdrawalTransactionId({ requestId })).toBe('9F3C71A2-1B2C-4D5E-8F90-123456789ABC');
});

test('S374 a withdrawal can be sent only once: only while it is registered', () => {
  expect((['REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED'] as const).map(canBeSent)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
