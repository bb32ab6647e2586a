import { expect, test } from 'vitest';
import { settlementTimeline } from './settlement-timeline.ts';

const settlement = {
  batchId: 'ST-20261120-7KQ2M',
  amount: 1000,
  processingFee: 10,
  netAmount: 990,
  date: '2026-11-20T03:00:00.000Z',
  cutOffAt: '2026-11-19T21:00:00.000Z',
  payoutChannel: 'M-Pesa',
  destination: 'M-PESA 2547****001',
  transactionCount: 3,
} as const;
const made = { at: '2026-11-20T03:00:00.000Z', text: 'Batch made', isSetback: false };
const failed = {
  at: '2026-11-20T03:01:00.000Z',
  text: 'Not paid: M-PESA did not make the payment.',
  isSetback: true,
};
const statesOf = (...given: Parameters<typeof settlementTimeline>) =>
  settlementTimeline(...given).map(({ state }) => state);

test('S111 the timeline of a failed batch shows what failed, and that the batch waits', () => {
  const items = settlementTimeline({
    settlement: { ...settlement, status: 'Pending' },
    steps: [made, failed],
  });
  expect(items.map(({ state }) => state)).toEqual(['done', 'failed', 'now', 'ahead']);
  expect(items[1]?.title).toBe(failed.text);
});

test('the timeline of a batch being paid shows the destination, and a finished batch waits for nothing', () => {
  const [, now] = settlementTimeline({ settlement: { ...settlement, status: 'Processing' }, steps: [made] });
  expect(now).toMatchObject({ state: 'now', title: 'The money is on its way to M-PESA 2547****001' });
  expect(statesOf({ settlement: { ...settlement, status: 'Completed' }, steps: [made] })).toEqual(['done']);
  expect(statesOf({ settlement: { ...settlement, status: 'Canceled' }, steps: [made] })).toEqual(['done']);
});
