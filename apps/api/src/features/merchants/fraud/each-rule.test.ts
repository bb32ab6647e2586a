import {
  changeFraudRules,
  listDeskAlerts,
  lookUpVoucher,
  previewFraudRules,
  readFraudRules,
  voucherCodeFromBytes,
  type FraudRule,
  type FraudRules,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newConsumer, newConsumers } from '../../../testing/consumers.ts';
import { makeGift, makeGifts } from '../../../testing/gifts.ts';
import { approve, refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop, type Shop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { defaultRules } from './fraud-rules.ts';
import { watchForFraud } from './index.ts';

let system: TestSystem;
let administrator: Administrator;
let other: Administrator;
let isChanged = false;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  other = await newAdministrator(system, 'administrator');
});
afterEach(async () => {
  if (isChanged) await setRules(defaultRules);
  isChanged = false;
});
afterAll(() => system.close());

/** Runs the fraud watch, then finds the alerts of a rule about a merchant or user. */
async function found(rule: FraudRule, about: { merchantId?: string; userId?: string; name?: string }) {
  await watchForFraud(system.deps);
  const query = { state: 'all', rule, limit: 100 } as const;
  const { alerts } = (await system.call(listDeskAlerts, { query }, administrator)).answer;
  return alerts.filter(({ about: whom }) =>
    Object.entries(about).every(([name, value]) => name in whom && whom[name as 'name'] === value),
  );
}

async function redeemOften(
  shop: { merchantId: string },
  count: number,
  { cents = 1_000, isReversed = false } = {},
) {
  await system.owner.query(
    `insert into redemptions
       (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, recipient_name, reversed_at,
        reversed_channel, place_id)
     select voucher_id, gen_random_uuid(), $1::uuid, $2::bigint, 0, 'api', 'Kip Rotich',
       case when $4 then now() end, case when $4 then 'api' end, $1
     from (select gen_random_uuid() as voucher_id from generate_series(1, $3::int)) vouchers`,
    [shop.merchantId, cents, count, isReversed],
  );
}

async function guess(shop: Shop, worker: Shop['cashier'], times: number) {
  for (let n = 0; n < times; n += 1) {
    const code = voucherCodeFromBytes(randomBytes(15));
    await system.call(lookUpVoucher, { body: { code } }, worker);
  }
}

async function setRules(part: Partial<FraudRules>) {
  isChanged = true;
  const { rules, latestVersionId: basedOn } = (await system.call(readFraudRules, {}, administrator)).answer;
  const body = { rules: { ...rules, ...part }, reason: 'A test', basedOn };
  const { action } = (await system.call(changeFraudRules, { body }, administrator)).answer;
  if ('approvalId' in action) await approve(system, other, action.approvalId);
}

test('wrong codes by three members, a few each, raise one alert about the shop', async () => {
  await setRules({ wrongCodes: { ...defaultRules.wrongCodes, byShop: 12 } });
  const shop = await newShop(system);
  for (const worker of [shop.owner, shop.manager]) await guess(shop, worker, 5);
  expect(await found('wrong_codes', shop)).toEqual([]);
  await guess(shop, shop.cashier, 2);
  expect(await found('wrong_codes', { merchantId: shop.merchantId })).toMatchObject([
    {
      severity: 'High',
      description:
        'People and systems of this shop together tried 12 voucher codes within a day that do not exist.',
    },
  ]);
});

test('wrong codes from one IP address at two shops alert the shop where the count reached the threshold', async () => {
  const [one, other] = [await newTill(system), await newTill(system)];
  const tried = async ({ merchantId }: { merchantId: string }, count: number) =>
    system.owner.query(
      `insert into wrong_codes (merchant_id, id, address)
       select $1, gen_random_uuid(), '41.90.64.10' from generate_series(1, $2::int)`,
      [merchantId, count],
    );
  await setRules({ wrongCodes: { ...defaultRules.wrongCodes, byOne: 1_000, byShop: 1_000, byAddress: 50 } });
  await tried(one, 40);
  expect(await found('wrong_codes', { merchantId: one.merchantId })).toEqual([]);
  await tried(other, 10);
  expect(await found('wrong_codes', { merchantId: other.merchantId })).toMatchObject([
    { description: 'The address 41.90.64.10 tried 50 voucher codes within a day that do not exist.' },
  ]);
  expect(await found('wrong_codes', { merchantId: one.merchantId })).toEqual([]);
});

test('many redemptions within an hour raise an alert, with severity High if their value is large', async () => {
  const shop = await newTill(system);
  const about = { merchantId: shop.merchantId };
  const { redemptions, amount } = defaultRules.shopVelocity;
  await redeemOften(shop, redemptions - 1);
  expect(await found('shop_velocity', about)).toEqual([]);
  await redeemOften(shop, 1);
  const [medium] = await found('shop_velocity', about);
  expect(medium).toMatchObject({ severity: 'Medium' });
  expect(medium?.description).toMatch(/^500 redemptions of KES.5,000 together within an hour\.$/u);
  await redeemOften(shop, 2, { cents: amount * 50 });
  expect(await found('shop_velocity', about)).toMatchObject([{ alertId: medium?.alertId, severity: 'High' }]);
});

test('an hour’s worth of redemptions spread over a day raises no velocity alert', async () => {
  const shop = await newTill(system);
  await redeemOften(shop, defaultRules.shopVelocity.redemptions);
  const spread = `update redemptions set redeemed_at = now() - interval '70 minutes'
    where merchant_id = $1 and id::text < '8'`;
  await system.owner.query(spread, [shop.merchantId]);
  await system.owner.query(`update fraud_progress set checked_until = now() - interval '3 hours'`);
  expect(await found('shop_velocity', { merchantId: shop.merchantId })).toEqual([]);
});

test('many purchases of one buyer within a day raise an alert about the buyer', async () => {
  const buyer = await newConsumer(system);
  const about = { userId: buyer.user.id };
  const { purchases } = defaultRules.buyerVelocity;
  const buy = (amount: number) => makeGift(system, { amount, buyerId: buyer.user.id });
  for (let n = 1; n < purchases; n += 1) await buy(100);
  expect(await found('buyer_velocity', about)).toEqual([]);
  await buy(100);
  const [alert] = await found('buyer_velocity', about);
  expect(alert).toMatchObject({ severity: 'Medium', about: { kind: 'user', status: 'ACTIVE' } });
  expect(alert?.description).toMatch(/^10 purchases of KES.1,000 together within 24 hours\.$/u);
});

test('a large sum of purchases raises a severe alert, however few the purchases are', async () => {
  const buyer = await newConsumer(system);
  await makeGift(system, { amount: 150_000, buyerId: buyer.user.id });
  await makeGift(system, { amount: 100_000, buyerId: buyer.user.id });
  expect(await found('buyer_velocity', { userId: buyer.user.id })).toMatchObject([{ severity: 'High' }]);
});

test('many reversals by a merchant, refunds of a buyer, or refunds by an administrator raise one alert each', async () => {
  const shop = await newTill(system);
  const { ofMerchant, ofBuyer } = defaultRules.manyRefunds;
  await redeemOften(shop, ofMerchant - 1, { isReversed: true });
  expect(await found('many_refunds', { merchantId: shop.merchantId })).toEqual([]);
  await redeemOften(shop, 1, { isReversed: true });
  expect(await found('many_refunds', { merchantId: shop.merchantId })).toMatchObject([
    { severity: 'Medium', description: expect.stringContaining('10 redemptions reversed') },
  ]);

  await setRules({ manyRefunds: { ...defaultRules.manyRefunds, byAdministrator: 4 } });
  const finance = await newAdministrator(system, 'finance');
  const buyer = await newConsumer(system);
  const gifts = await makeGifts(system, ofBuyer, { amount: 100 });
  const { rows } = await system.owner.query<{ buyerId: string }>(
    'select buyer_id as "buyerId" from vouchers where id = $1',
    [gifts[0]?.voucherId],
  );
  for (const gift of gifts.slice(1)) expect((await refund(system, finance, gift)).outcome).toBe('ok');
  const about = { userId: rows[0]?.buyerId ?? '' };
  expect(await found('many_refunds', about)).toEqual([]);
  await refund(system, finance, gifts[0] ?? { voucherId: '' });
  expect(await found('many_refunds', about)).toMatchObject([{ severity: 'Medium' }]);
  expect(await found('many_refunds', { name: finance.name })).toEqual([]);
  await refund(system, finance, await makeGift(system, { amount: 100, buyerId: buyer.user.id }));
  expect(await found('many_refunds', { name: finance.name })).toMatchObject([
    { severity: 'High', about: { kind: 'administrator' } },
  ]);
});

test('a phone number verified by three accounts in turn, or paying for five buyers, raises one alert each', async () => {
  const { phoneNumber } = newPerson('Kip', 'Rotich');
  const accounts = await newConsumers(system, defaultRules.sharedPhone.accounts);
  const last = accounts.at(-1)?.user.id ?? '';
  for (const { user } of accounts) {
    expect(await found('shared_phone', { userId: last })).toEqual([]);
    await system.owner.query(
      'update users set phone_msisdn = null, phone_verified_at = null where phone_msisdn = $1',
      [phoneNumber],
    );
    await system.owner.query('update users set phone_msisdn = $2, phone_verified_at = now() where id = $1', [
      user.id,
      phoneNumber,
    ]);
  }
  const [alert] = await found('shared_phone', { userId: last });
  expect(alert?.description).toMatch(
    /^3 accounts proved the phone \S+, or were paid to it, within 30 days\.$/u,
  );
  expect(alert?.description).not.toContain(phoneNumber);

  const recipient = newPerson('Kip', 'Rotich');
  for (let n = 0; n < defaultRules.sharedPhone.buyers; n += 1)
    await makeGift(system, { amount: 100, recipient });
  await watchForFraud(system.deps);
  const { rows } = await system.owner.query<{ count: number }>(
    `select (details->>'count')::int as count from fraud_alerts where rule = 'shared_phone' and details->>'of' = 'buyers'`,
  );
  expect(rows).toEqual([{ count: 5 }]);
});

test('a preview counts the alerts of the current rules and of proposed rules', async () => {
  const { rules } = (await system.call(readFraudRules, {}, administrator)).answer;
  const previewed = async (part: Partial<FraudRules>) =>
    (await system.call(previewFraudRules, { body: { rules: { ...rules, ...part } } }, administrator)).answer;
  await makeGifts(system, 3, { amount: 100 });
  await redeemOften(await newTill(system), rules.shopVelocity.redemptions);
  // Deletes all alerts, so that the current rules judge all past events again.
  const raised = async () => {
    await system.owner.query('delete from fraud_alerts');
    await system.owner.query(`update fraud_progress set checked_until = now() - interval '30 days'`);
    await watchForFraud(system.deps);
    const { rows } = await system.owner.query<{ rule: string; count: number }>(
      'select rule, count(*)::int as count from fraud_alerts group by 1',
    );
    return Object.fromEntries(rows.map(({ rule, count }) => [rule, count]));
  };
  const withNone = (counts: { rule: string; count: number }[]) =>
    Object.fromEntries(counts.filter(({ count }) => count > 0).map(({ rule, count }) => [rule, count]));
  const same = await previewed({});
  expect(same.days).toBe(30);
  const inForce = withNone(same.rules.map(({ rule, today }) => ({ rule, count: today.count })));
  expect(inForce).toEqual(await raised());
  expect(withNone(same.rules.map(({ rule, previewed: then }) => ({ rule, count: then.count })))).toEqual(
    inForce,
  );
  const other = {
    buyerVelocity: { ...rules.buyerVelocity, purchases: 2 },
    shopVelocity: { ...rules.shopVelocity, isOn: false },
    sharedPhone: { ...rules.sharedPhone, buyers: 2, accounts: 2 },
    manyVouchersOnePhone: { ...rules.manyVouchersOnePhone, vouchers: 2 },
  };
  const { rules: answers } = await previewed(other);
  const would = withNone(answers.map(({ rule, previewed: then }) => ({ rule, count: then.count })));
  expect(withNone(answers.map(({ rule, today }) => ({ rule, count: today.count })))).toEqual(inForce);
  expect(would['buyer_velocity']).toBeGreaterThan(inForce['buyer_velocity'] ?? 0);
  expect(inForce['shop_velocity']).toBeGreaterThan(0);
  expect(would['shop_velocity']).toBeUndefined();
  const [first] = answers.find(({ rule }) => rule === 'buyer_velocity')?.newest ?? [];
  expect(first).toMatchObject({ aboutName: 'Neema Achieng', severity: 'Medium' });

  await setRules(other);
  expect(await raised()).toEqual(would);
});
