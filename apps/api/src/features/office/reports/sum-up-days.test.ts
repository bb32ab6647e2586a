import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { holding, untilWaiting } from '../../../testing/lock-waits.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { sumUpDays } from './index.ts';
import { readTotals } from './totals-store.ts';

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

test('days that are opened again count once', async () => {
  await makeGift(system, { amount: 100 });
  await moveTransfers(system.owner, '-3 days', `posted_at > now() - interval '1 day'`);
  await system.owner.query('update report_progress set up_to = null');
  await sumUpDays(system.deps);
  const period = { from: '2020-01-01', to: nairobiDay(new Date()) };
  const before = await readTotals(system.deps.db, period);
  await system.owner.query('update report_progress set up_to = up_to - 10');
  expect(await readTotals(system.deps.db, period)).toEqual(expect.arrayContaining(before));
  await sumUpDays(system.deps);
});

test('a late reversal waits for the running job, and then opens its day', async () => {
  const { code } = await makeGift(system, { amount: 1_000 });
  const { answer } = await redeem(system, await newTill(system), code, { amount: 100 });
  const { id } = answer.redemption;
  await system.owner.query(`update redemptions set redeemed_at = now() - interval '2 days' where id = $1`, [
    id,
  ]);
  await system.owner.query('update report_progress set up_to = current_date - 5');
  const end = await holding(system.owner, 'update report_progress set up_to = current_date - 1');
  const reversing = sql`
    update redemptions set reversed_at = now(), reversed_channel = 'api' where id = ${id}`.execute(
    system.deps.db,
  );
  await untilWaiting(system.deps.db, 1);
  await end();
  await reversing;
  const { rows } = await system.owner.query(
    `select up_to = (now() at time zone 'Africa/Nairobi')::date - 3 as "isOpen" from report_progress`,
  );
  expect(rows).toEqual([{ isOpen: true }]);
  await system.owner.query(
    'update redemptions set reversed_at = null, reversed_channel = null where id = $1',
    [id],
  );
});
