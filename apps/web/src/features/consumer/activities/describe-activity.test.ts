import { expect, test } from 'vitest';
import { describeActivity, directionOf, type Activity } from './describe-activity.ts';

const activity: Activity = {
  entityId: '9f3c71a2',
  description: 'Gift for Brian Otieno',
  counterparty: 'Brian Otieno',
  timestamp: '2026-11-20T11:05:12Z',
  amount: 5000,
  transactionType: 'GIFT_PURCHASE',
  orderStatus: 'COMPLETED',
};

test('gifts, withdrawals and what was spent at a shop leave', () => {
  for (const transactionType of ['GIFT_PURCHASE', 'WITHDRAWAL', 'REDEMPTION'] as const)
    expect(directionOf({ ...activity, transactionType }), transactionType).toBe('out');
});

test('claims and refunds come in', () => {
  for (const transactionType of ['CLAIM', 'REFUND'] as const)
    expect(directionOf({ ...activity, transactionType }), transactionType).toBe('in');
});

test('money that never moved went nowhere, and a pending payment counts as on its way', () => {
  expect(directionOf({ ...activity, orderStatus: 'CANCELED' })).toBe('void');
  expect(directionOf({ ...activity, orderStatus: 'PENDING' })).toBe('out');
});

test('S348 the person comes first and the kind second; without a person, what happened', () => {
  expect(describeActivity(activity)).toEqual({ title: 'Brian Otieno', kind: 'Gift' });
  const withdrawal = { ...activity, transactionType: 'WITHDRAWAL', msisdn: '254712000009' } as const;
  expect(describeActivity(withdrawal)).toEqual({ title: 'Brian Otieno', kind: 'To 0712 000 009' });
  const refund = {
    ...activity,
    transactionType: 'REFUND',
    counterparty: undefined,
    description: 'Refund',
  } as const;
  expect(describeActivity(refund)).toEqual({ title: 'Refund' });
});
