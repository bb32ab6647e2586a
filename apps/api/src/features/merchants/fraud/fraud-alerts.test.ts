import {
  acknowledgeFraudAlert,
  fraudAlerts,
  lookUpVoucher,
  merchantOverview,
  voucherCodeFromBytes,
  type FraudRule,
  type HandlerInput,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift, makeGifts } from '../../../testing/gifts.ts';
import { newShop, redeemAtTillPage, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { defaultRules } from './fraud-rules.ts';
import { watchForFraud } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

type HandlerQuery = Partial<HandlerInput<typeof fraudAlerts>['query']>;

function alertsOf(worker: Worker, query: HandlerQuery = {}) {
  return system.call(fraudAlerts, { query }, worker);
}

async function found(shop: Shop, rule: FraudRule) {
  await watchForFraud(system.deps);
  return (await alertsOf(shop.owner)).answer.alerts.filter((one) => one.rule === rule);
}

/** Inserts redemptions of ten shillings directly, in one SQL statement. */
async function redeemOften(shop: Shop, count: number, column: { staffId?: string; cents?: number } = {}) {
  const { staffId = null, cents = 1_000 } = column;
  await system.owner.query(
    `insert into redemptions
       (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, staff_id, recipient_name,
        place_id)
     select voucher_id, gen_random_uuid(), $1::uuid, $2::bigint, 0,
       case when $3::uuid is null then 'api' else 'portal' end, $3, 'Kip Rotich', $1
     from (select gen_random_uuid() as voucher_id from generate_series(1, $4::int)) vouchers`,
    [shop.merchantId, cents, staffId, count],
  );
}

test('an ordinary day of sales raises no alert', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 1_000 });
  for (const amount of [100, 200]) await redeemAtTillPage(system, shop.cashier, gift.code, { amount });
  await watchForFraud(system.deps);
  expect((await alertsOf(shop.owner)).answer).toEqual({ alerts: [], openCount: 0 });
});

test('A37 many redemptions by one person within minutes raise one alert, however often the fraud watch runs', async () => {
  const shop = await newShop(system);
  const { byPerson, bySystem } = defaultRules.rapidRedemptions;
  await redeemOften(shop, byPerson + 5, { staffId: shop.cashier.staffId });
  expect(byPerson + 5).toBeLessThan(bySystem);
  await redeemOften(shop, byPerson + 5);
  for (let n = 0; n < 3; n += 1) {
    expect(await found(shop, 'rapid_redemptions')).toMatchObject([
      { severity: 'Medium', description: `Juma Cash made ${byPerson + 5} redemptions within 5 minutes.` },
    ]);
  }
});

test('A37 an alert about many vouchers of one phone does not show the phone number', async () => {
  const shop = await newShop(system);
  const recipient = newPerson('Kip', 'Rotich');
  const { vouchers } = defaultRules.manyVouchersOnePhone;
  const gifts = await makeGifts(system, vouchers, { amount: 100, recipient });
  for (const { code } of gifts.slice(1)) await redeemAtTillPage(system, shop.cashier, code);
  expect(await found(shop, 'many_vouchers_one_phone')).toEqual([]);
  await redeemAtTillPage(system, shop.cashier, gifts[0]?.code ?? '');
  const [alert] = await found(shop, 'many_vouchers_one_phone');
  expect(alert).toMatchObject({ severity: 'Medium' });
  expect(alert?.description).toContain(`${vouchers} vouchers`);
  expect(alert?.description).toContain('****');
  expect(alert?.description).not.toContain(recipient.phoneNumber);
});

test('an alert about an unusually large redemption shows its amount and the average', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 20_000 });
  await redeemOften(shop, defaultRules.unusuallyLarge.atLeast, { cents: 100_000 });
  await system.owner.query(
    `update redemptions set redeemed_at = redeemed_at - interval '1 day' where merchant_id = $1`,
    [shop.merchantId],
  );
  await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 4_999 });
  expect(await found(shop, 'unusually_large')).toEqual([]);
  const { answer } = await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 8_000 });
  expect(await found(shop, 'unusually_large')).toMatchObject([
    {
      severity: 'Medium',
      redemptionId: answer.redemptionId,
      description: expect.stringMatching(/^A redemption of KES.8,000, where KES.1,190 is usual\.$/u),
    },
  ]);
  const inSwahili = [
    { description: expect.stringMatching(/^Matumizi ya KES.8,000, ilhali kwa kawaida ni KES.1,190\.$/u) },
  ];
  const query = { language: 'sw' } as const;
  expect((await alertsOf(shop.owner, query)).answer.alerts).toMatchObject(inSwahili);
  const { answer: overview } = await system.call(merchantOverview, { query }, shop.owner);
  expect(overview.fraudAlerts).toMatchObject(inSwahili);
});

test('redemptions outside opening hours raise one alert per day', async () => {
  const shop = await newShop(system);
  const closed = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' }));
  await system.owner.query('update merchant_places set opening_hours = $2 where id = $1', [
    shop.merchantId,
    JSON.stringify(closed),
  ]);
  const gift = await makeGift(system, { amount: 1_000 });
  const { answer } = await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 100 });
  await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 100 });
  expect(await found(shop, 'outside_opening_hours')).toMatchObject([
    { severity: 'Low', redemptionId: answer.redemptionId },
  ]);
});

test('limits a staff member who tries ten wrong codes in a day, and alerts the owner', async () => {
  const shop = await newShop(system);
  for (let n = 0; n < 10; n += 1) {
    expect(await found(shop, 'wrong_codes')).toEqual([]);
    const code = voucherCodeFromBytes(Buffer.alloc(15, n + 1));
    await system.call(lookUpVoucher, { body: { code } }, shop.cashier);
  }
  expect(await found(shop, 'wrong_codes')).toMatchObject([{ severity: 'High' }]);
});

test('owner or manager acknowledges an alert once, which removes it from the list of open alerts', async () => {
  const shop = await newShop(system);
  await redeemOften(shop, defaultRules.rapidRedemptions.byPerson + 1, { staffId: shop.cashier.staffId });
  const [alert] = await found(shop, 'rapid_redemptions');
  const body = { alertId: alert?.alertId ?? '' };
  const acknowledge = (worker: Worker) => system.call(acknowledgeFraudAlert, { body }, worker);
  expect(await acknowledge(shop.cashier)).toMatchObject({ status: 403, outcome: 'forbidden' });
  expect(await acknowledge((await newShop(system)).owner)).toMatchObject({ status: 404 });
  const first = await acknowledge(shop.manager);
  expect(first.answer.acknowledged?.by).toBe('Moses Maina');
  expect((await acknowledge(shop.owner)).answer).toEqual(first.answer);
  expect((await alertsOf(shop.owner)).answer).toEqual({ alerts: [], openCount: 0 });
  expect((await alertsOf(shop.owner, { state: 'all' })).answer.alerts).toHaveLength(1);
});

test('two concurrent fraud watches raise no alert twice and do not wait for each other', async () => {
  const shop = await newShop(system);
  await redeemOften(shop, defaultRules.rapidRedemptions.byPerson + 1, { staffId: shop.cashier.staffId });
  const raised = await Promise.all([1, 2, 3, 4].map(() => watchForFraud(system.deps)));
  expect(raised.reduce((sum, one) => sum + one, 0)).toBe(1);
});

test('checks a merchant’s busy day in time linear to its redemptions, even if the planner estimates badly', async () => {
  const shop = await newShop(system);
  const { vouchers } = defaultRules.manyVouchersOnePhone;
  const ids = Array.from({ length: 5_000 }, () => randomUUID());
  // Almost every redemption has its own phone number. Comparing each with every other would take minutes.
  await system.owner.query(
    `insert into vouchers (id, face_cents, code_sealed, code_last_four, alias_sealed, claim_token_sealed, sender_name, recipient_name,
       recipient_msisdn, message, cloth, purchase_id, expires_at)
     select id, 100000, 'x', 'AAAA', 'x', 'x', 'Wanjiru', 'Kip Rotich',
       '2547' || lpad(least(n, $2::int)::text, 8, '0'), '', 'plain', id, '2099-01-01'
     from unnest($1::uuid[]) with ordinality as each (id, n)`,
    [ids, ids.length - vouchers + 1],
  );
  await system.owner.query(
    `insert into redemptions
       (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, recipient_name, place_id)
     select id, id, $2::uuid, 1000, 99000, 'api', 'Kip Rotich', $2 from unnest($1::uuid[]) as each (id)`,
    [ids, shop.merchantId],
  );
  const alerts = await found(shop, 'many_vouchers_one_phone');
  expect(alerts).toMatchObject([{ description: expect.stringContaining(`${vouchers} vouchers`) }]);
});
