// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawAt } from '../../lists/testing/draw-at.tsx';
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

test('S347 shows N/A for a transaction without an amount', async () => {
  const text = async (one: Activity) => {
    const { container, findByText, unmount } = drawAt('/', () => <ActivityList activities={[one]} />);
    await findByText('Brian Otieno');
    const { textContent } = container;
    unmount();
    return textContent;
  };
  expect(await text({ ...activity, amount: undefined })).toContain('N/A');
  expect(await text(activity)).toContain('KES\u00a05,000');
  expect(await text(activity)).not.toContain('N/A');
});

test('never breaks M-PESA in a row', async () => {
  const refund = {
    ...activity,
    transactionType: 'REFUND',
    counterparty: undefined,
    description: 'Refund to M-PESA',
  };
  const { container, findByRole } = drawAt('/', () => <ActivityList activities={[refund as Activity]} />);
  await findByRole('link');
  expect([...container.querySelectorAll('.nowrap')].map(({ textContent }) => textContent)).toContain(
    'M-PESA',
  );
});
