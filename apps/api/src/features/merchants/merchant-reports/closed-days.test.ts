import { merchantOverview, merchantReport, merchantTransactions, reverseAtTill } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from '../../../testing/shops.ts';
import { stop } from '../../../testing/stop-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sumUpDays } from '../../office/reports/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const [today, yesterday, before] = [0, 1, 2].map((days) => nairobiDay(new Date(Date.now() - days * DAY_MS)));

/** Creates two gifts with redemptions on three days each, by two staff members. One redemption is reversed. */
async function sellOnThreeDays(shop: Shop): Promise<void> {
  const [first, second] = [
    await makeGift(system, { amount: 1_000 }),
    await makeGift(system, { amount: 1_000 }),
  ];
  for (const daysAgo of [2, 1, 0]) {
    const taken: string[] = [];
    for (const [n, { code }] of [first, second].entries()) {
      const worker = n === 0 ? shop.cashier : shop.owner;
      const { answer } = await redeemAtTillPage(system, worker, code, { amount: 10 * (daysAgo + 1) + n });
      taken.push(answer.redemptionId);
    }
    const undone = await makeGift(system, { amount: 100 });
    const { answer } = await redeemAtTillPage(system, shop.cashier, undone.code, { amount: 5 });
    await system.call(reverseAtTill, { body: { redemptionId: answer.redemptionId } }, shop.owner);
    await system.owner.query('update redemptions set redeemed_at = $2 where id = any($1::uuid[])', [
      [...taken, answer.redemptionId],
      new Date(Date.now() - daysAgo * DAY_MS),
    ]);
  }
}

async function figuresOf(shop: Shop) {
  const totals = [];
  for (const query of [
    {},
    { status: 'Completed' },
    { status: 'Failed' },
    { from: before, to: before },
    { from: yesterday },
    { to: yesterday, refundState: 'reversed' },
  ] as const) {
    totals.push((await system.call(merchantTransactions, { query }, shop.owner)).answer.totals);
  }
  const { answer: overview } = await system.call(merchantOverview, { query: {} }, shop.owner);
  const query = { from: before ?? '', to: today ?? '' };
  const { answer: report } = await system.call(merchantReport, { query }, shop.owner);
  return { totals, overview, report };
}

test("summing up closed days changes none of a merchant's figures, and reports then read the stored sums", async () => {
  const shop = await newShop(system);
  await sellOnThreeDays(shop);
  const live = await figuresOf(shop);
  expect(live.overview).toMatchObject({
    totalVouchers: 2,
    totalRedeemedValue: 10 * (1 + 2 + 3) * 2 + 3,
    today: { count: 2, amount: 21 },
    yesterday: { count: 2, amount: 41 },
  });
  expect(live.totals.map((one) => [one?.count, one?.completed.count, one?.completed.amount])).toEqual([
    [9, 6, 123],
    [6, 6, 123],
    [3, 0, 0],
    [3, 2, 61],
    [6, 4, 62],
    [2, 0, 0],
  ]);
  expect(live.report.byStaff.map(({ redemptions }) => redemptions)).toEqual([3, 6]);

  await sumUpDays(system.deps);
  expect(await figuresOf(shop)).toEqual(live);
  // Repeats the summary of the last closed day.
  await system.owner.query('update report_progress set up_to = up_to - 1');
  expect(await figuresOf(shop)).toEqual(live);
  await sumUpDays(system.deps);
  expect(await figuresOf(shop)).toEqual(live);

  await system.owner.query('delete from redemption_totals where day = $1', [before]);
  const without = await figuresOf(shop);
  expect(without.totals[0]).toMatchObject({ count: 6, completed: { amount: 62 } });
  expect(without.overview.totalRedeemedValue).toBe(62);
  expect(without.report.total.sales).toBe(62);
});

test('a reversal days later, allowed after a stop, leaves the figures of its day', async () => {
  const shop = await newShop(system);
  await sellOnThreeDays(shop);
  const { code } = await makeGift(system, { amount: 1_000 });
  const { answer } = await redeemAtTillPage(system, shop.cashier, code, { amount: 500 });
  await system.owner.query('update redemptions set redeemed_at = $2 where id = $1', [
    answer.redemptionId,
    new Date(Date.now() - 2 * DAY_MS),
  ]);
  await system.owner.query('update report_progress set up_to = null');
  await sumUpDays(system.deps);
  const before = await figuresOf(shop);
  const stopId = await stop(system, await newAdministrator(system), 'redeeming');
  await system.owner.query(
    "update stops set started_at = now() - interval '2 days', ended_at = now() where id = $1",
    [stopId],
  );
  await system.call(reverseAtTill, { body: { redemptionId: answer.redemptionId } }, shop.owner);
  const after = await figuresOf(shop);
  expect(after.report.total.sales).toBe(before.report.total.sales - 500);
  expect(after.overview.totalRedeemedValue).toBe(before.overview.totalRedeemedValue - 500);
  await sumUpDays(system.deps);
  expect(await figuresOf(shop)).toEqual(after);
});
