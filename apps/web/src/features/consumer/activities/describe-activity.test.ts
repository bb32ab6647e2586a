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

test('shows gifts, withdrawals and spending at a shop as outgoing', () => {
  for (const transactionType of ['GIFT_PURCHASE', 'WITHDRAWAL', 'REDEMPTION'] as const)
    expect(directionOf({ ...activity, transactionType }), transactionType).toBe('out');
});

test('shows claims and refunds as incoming', () => {
  for (const transactionType of ['CLAIM', 'REFUND'] as const)
    expect(directionOf({ ...activity, transactionType }), transactionType).toBe('in');
});

test('gives no direction to money that never moved, and shows a pending payment as on its way', () => {
  expect(directionOf({ ...activity, orderStatus: 'CANCELED' })).toBe('void');
  expect(directionOf({ ...activity, orderStatus: 'PENDING' })).toBe('out');
});

test('S348 names the person first and the kind second; without a person, only the event', () => {
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
