import { expect, test } from 'vitest';
import { activityAmount, type Activity } from './describe-activity.ts';

const activity: Activity = {
  entityId: '9f3c71a2',
  description: 'Brian Otieno',
  timestamp: '2026-11-20T11:05:12Z',
  amount: 5000,
  transactionType: 'GIFT_PURCHASE',
  orderStatus: 'COMPLETED',
};

test('money that left has a true minus', () => {
  expect(activityAmount(activity)).toEqual({ text: '−\u00a0KES\u00a05,000', tone: 'out' });
  expect(activityAmount({ ...activity, transactionType: 'WITHDRAWAL' }).tone).toBe('out');
});

test('money that came in has a plus', () => {
  for (const transactionType of ['CLAIM', 'REFUND'] as const)
    expect(activityAmount({ ...activity, transactionType })).toEqual({
      text: '+\u00a0KES\u00a05,000',
      tone: 'in',
    });
});

test('money that never moved has no sign and is struck through', () => {
  expect(activityAmount({ ...activity, orderStatus: 'CANCELED' })).toEqual({
    text: 'KES\u00a05,000',
    tone: 'void',
  });
});

test('an activity without an amount says so', () => {
  expect(activityAmount({ ...activity, amount: undefined }).text).toBe('N/A');
});
