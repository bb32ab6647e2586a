import { merchantOverview, merchantReport, merchantReportCsv, reverseAtTill } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift, makeGifts } from '../../../testing/gifts.ts';
import { newShop, redeemAtTillPage, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function overviewOf(worker: Worker) {
  return (await system.call(merchantOverview, { query: {} }, worker)).answer;
}

function report(worker: Worker, from: string, to: string) {
  return system.call(merchantReport, { query: { from, to } }, worker);
}

/** Changes the time of a redemption to a moment on an earlier day. */
async function moveTo(redemptionId: string, moment: string): Promise<void> {
  await system.owner.query('update redemptions set redeemed_at = $2 where id = $1', [redemptionId, moment]);
}

/** Redeems part of a new gift; returns the redemption's id. */
async function take(worker: Worker, amount: number): Promise<string> {
  const gift = await makeGift(system, { amount: 1_000 });
  return (await redeemAtTillPage(system, worker, gift.code, { amount })).answer.redemptionId;
}

test('a new merchant’s dashboard shows zeros and the first steps', async () => {
  const shop = await newShop(system);
  const answer = await overviewOf(shop.owner);
  expect(answer).toMatchObject({
    totalVouchers: 0,
    totalRedeemedValue: 0,
    pendingSettlements: 0,
    today: { count: 0, amount: 0 },
    yesterday: { count: 0, amount: 0 },
    recentTransactions: [],
    fraudAlerts: [],
    openFraudAlerts: 0,
    firstSteps: {
      hasOwnPassword: true,
      hasPayoutChannel: false,
      hasKraPin: false,
      hasRedeemed: false,
      hasStaff: true,
    },
  });
  expect(answer.days).toHaveLength(14);
  expect(answer.days.at(-1)?.day).toBe(nairobiDay(new Date()));
});

test('the dashboard counts every redemption, and each voucher once', async () => {
  const shop = await newShop(system);
  const [twice, yesterdays] = await makeGifts(system, 2, { amount: 1_000 });
  if (!twice || !yesterdays) throw new Error('two gifts were made');
  for (const amount of [100, 200]) await redeemAtTillPage(system, shop.cashier, twice.code, { amount });
  const { answer: early } = await redeemAtTillPage(system, shop.cashier, yesterdays.code, { amount: 300 });
  const now = new Date();
  await moveTo(early.redemptionId, new Date(now.getTime() - 24 * 3_600_000).toISOString());
  await redeemAtTillPage(system, shop.owner, yesterdays.code, { amount: 50 });
  const reversed = await take(shop.cashier, 400);
  await system.call(reverseAtTill, { body: { redemptionId: reversed } }, shop.owner);

  const answer = await overviewOf(shop.manager);
  expect(answer).toMatchObject({
    totalVouchers: 2,
    totalRedeemedValue: 650,
    pendingSettlements: 650,
    today: { count: 3, amount: 350 },
    yesterday: { count: 1, amount: 300 },
    firstSteps: { hasRedeemed: true },
  });
  expect(answer.days.slice(-2).map(({ amount }) => amount)).toEqual([300, 350]);
  expect(answer.recentTransactions.map(({ amount, status }) => [amount, status])).toEqual([
    [400, 'Failed'],
    [50, 'Completed'],
    [200, 'Completed'],
    [100, 'Completed'],
    [300, 'Completed'],
  ]);
  await take(shop.cashier, 25);
  expect(await overviewOf(shop.owner)).toMatchObject({ totalVouchers: 3, totalRedeemedValue: 675 });
});

test('the dashboard counts a voucher that the merchant issued once, before and after its redemption', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query('update vouchers set issuer_merchant_id = $2 where id = $1', [
    gift.voucherId,
    shop.merchantId,
  ]);
  expect((await overviewOf(shop.owner)).totalVouchers).toBe(1);
  await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 100 });
  expect((await overviewOf(shop.owner)).totalVouchers).toBe(1);
});

test('only owner and manager may read the dashboard and reports', async () => {
  const shop = await newShop(system);
  for (const endpoint of [merchantOverview, merchantReport, merchantReportCsv]) {
    const response = await system.http.inject({
      url: `${endpoint.path}?from=2026-01-01&to=2026-01-02`,
      headers: { authorization: `Bearer ${shop.cashier.bearer}` },
    });
    expect(response.json()).toMatchObject({ responseCode: 403, code: 'forbidden' });
  }
});

test('a report has the same sums by day, by hour and by staff member', async () => {
  const shop = await newShop(system);
  const sales: [Worker, number, string][] = [
    [shop.cashier, 100, '2026-03-01T05:00:00Z'],
    [shop.cashier, 200, '2026-03-01T20:59:59Z'],
    [shop.owner, 300, '2026-03-01T21:00:00Z'],
    [shop.owner, 400, '2026-03-03T05:30:00Z'],
    [shop.owner, 500, '2026-03-05T21:00:00Z'],
  ];
  for (const [worker, amount, moment] of sales) {
    const id = await take(worker, amount);
    if (amount === 400) await system.call(reverseAtTill, { body: { redemptionId: id } }, shop.owner);
    await moveTo(id, moment);
  }
  const gift = await makeGift(system, { amount: 1_000 });
  const machine = await redeem(system, shop, gift.code, { amount: 70 });
  await moveTo(machine.answer.redemption.id, '2026-03-02T09:00:00Z');

  const { answer } = await report(shop.manager, '2026-03-01', '2026-03-03');
  expect(answer.total).toEqual({
    redemptions: 5,
    redeemed: 1_070,
    reversals: 1,
    reversed: 400,
    sales: 670,
    fees: 0,
  });
  expect(answer.byDay.map(({ day, sales: sold }) => [day, sold])).toEqual([
    ['2026-03-01', 300],
    ['2026-03-02', 370],
    ['2026-03-03', 0],
  ]);
  expect(
    answer.byHour.filter(({ redemptions }) => redemptions > 0).map(({ hour, sales: sold }) => [hour, sold]),
  ).toEqual([
    [0, 300],
    [8, 100],
    [12, 70],
    [23, 200],
  ]);
  expect(answer.byStaff.map(({ servedBy, sales: sold }) => [servedBy, sold])).toEqual([
    ['Juma Cash', 300],
    ['Njeri Kamau', 300],
    ['API', 70],
  ]);
});

test('exports a report as CSV without formulas', async () => {
  const shop = await newShop(system);
  await moveTo(await take(shop.cashier, 100), '2026-03-01T05:00:00Z');
  await system.owner.query(`update merchant_staff set name = '=cmd()' where id = $1`, [shop.cashier.staffId]);
  const file = async (by: string) => {
    const response = await system.http.inject({
      url: `${merchantReportCsv.path}?from=2026-03-01&to=2026-03-02&by=${by}`,
      headers: { authorization: `Bearer ${shop.owner.bearer}` },
    });
    expect(response.headers['content-disposition']).toContain(`sales-by-${by}-`);
    return response.body.trimEnd().split('\r\n');
  };
  expect(await file('day')).toHaveLength(3);
  expect(await file('hour')).toHaveLength(25);
  expect(await file('staff')).toEqual([
    expect.stringContaining('"Served by","Redemptions"'),
    `"'=cmd()","1","100","0","0","100"`,
  ]);
});

test('refuses a report on more than a year, or with an end before its start', async () => {
  const shop = await newShop(system);
  expect((await report(shop.owner, '2025-03-01', '2026-03-01')).status).toBe(200);
  for (const [from, to, outcome] of [
    ['2026-03-02', '2026-03-01', 'period_reversed'],
    ['2025-02-28', '2026-03-01', 'period_invalid'],
  ] as const) {
    expect(await report(shop.owner, from, to)).toMatchObject({ status: 422, outcome });
  }
});

test('a report shows the fees of settlements paid within its dates', async () => {
  const shop = await newShop(system);
  await system.owner.query(
    `insert into settlements
       (merchant_id, id, batch_id, amount_cents, fee_cents, transaction_count, cut_off_at, status, channel, method,
        shown_as, needs_approval, completed_at)
     select $1, gen_random_uuid(), 'ST-20260301-AAAA' || n, 100000, 1000, 1, now(), 'COMPLETED', '{}', 'b2c', 'M-Pesa',
       false, date '2026-03-01' + n from generate_series(0, 2) n`,
    [shop.merchantId],
  );
  const { answer } = await report(shop.owner, '2026-03-02', '2026-03-03');
  expect(answer.total.fees).toBe(20);
});
