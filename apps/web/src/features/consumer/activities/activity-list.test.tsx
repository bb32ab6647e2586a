import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ActivityList } from './activity-list.tsx';
import type { Activity } from './describe-activity.ts';

const activity: Activity = {
  entityId: '9f3c71a2',
  description: 'Gift for Brian Otieno',
  counterparty: 'Brian Otieno',
  timestamp: '2026-11-20T11:05:12Z',
  amount: 5000,
  transactionType: 'GIFT_PURCHASE',
  orderStatus: 'COMPLETED',
};

test('S347 a transaction without an amount shows N/A in its place', () => {
  const text = (one: Activity) => renderToStaticMarkup(<ActivityList activities={[one]} />);
  expect(text({ ...activity, amount: undefined })).toContain('N/A');
  expect(text(activity)).not.toContain('N/A');
  expect(text(activity)).toContain('KES\u00a05,000');
});
