import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sumUpDays } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('sums up the days of a month with few transfers in one transaction', async () => {
  for (const days of [28, 20, 2]) {
    await makeGift(system, { amount: 100 });
    await moveTransfers(system.owner, `-${days} days`, `posted_at > now() - interval '1 day'`);
  }
  await sumUpDays(system.deps);
  const { rows } = await system.owner.query(
    `select count(distinct day)::int as days, count(distinct xmin::text)::int as transactions from daily_totals`,
  );
  expect(rows).toEqual([{ days: 3, transactions: 1 }]);
});
