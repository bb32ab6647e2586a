import { acknowledgeFraudAlert, fraudAlerts, merchantOverview, type FraudRule } from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPlaceManager, type PlaceManager } from '../../../testing/place-managers.ts';
import { newShop, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { defaultRules } from './fraud-rules.ts';
import { watchForFraud } from './index.ts';

let system: TestSystem;
let shop: Shop;
let westlands: PlaceManager;
let karen: PlaceManager;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
  westlands = await newPlaceManager(system, shop, 'Westlands');
  karen = await newPlaceManager(system, shop, 'Karen');
});
afterAll(() => system.close());

type Redeemed = { placeId: string; count: number; staffId?: string; cents?: number };

async function redeemAt({ placeId, count, staffId, cents = 1_000 }: Redeemed): Promise<void> {
  await system.owner.query(
    `insert into redemptions
       (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, staff_id, recipient_name, place_id)
     select gen_random_uuid(), gen_random_uuid(), $1, $2, 0, $3, $4, 'Kip Rotich', $5 from generate_series(1, $6::int)`,
    [shop.merchantId, cents, staffId === undefined ? 'api' : 'portal', staffId, placeId, count],
  );
}

/** Lists the places of the alerts that a person sees. */
async function placesOf(worker: Worker, rule: FraudRule, placeId?: string): Promise<string[]> {
  await watchForFraud(system.deps);
  const query = { state: 'all', ...(placeId !== undefined && { placeId }) } as const;
  const { alerts } = (await system.call(fraudAlerts, { query }, worker)).answer;
  return alerts
    .filter((alert) => alert.rule === rule)
    .map(({ place = 'no place' }) => place)
    .toSorted();
}

// The first test has the only alert about one person.
describe('fraud alerts of a merchant with several places', { shuffle: false }, () => {
  test('a manager of one place sees and acknowledges alerts about that place only; the owner sees all', async () => {
    const count = defaultRules.rapidRedemptions.byPerson + 1;
    await redeemAt({ placeId: westlands.placeId, count, staffId: westlands.staffId });
    for (const worker of [shop.owner, shop.manager, westlands])
      expect(await placesOf(worker, 'rapid_redemptions')).toEqual(['Westlands']);
    expect(await placesOf(karen, 'rapid_redemptions')).toEqual([]);
    expect(await placesOf(shop.owner, 'rapid_redemptions', westlands.placeId)).toEqual(['Westlands']);
    expect(await placesOf(shop.owner, 'rapid_redemptions', karen.placeId)).toEqual([]);
    const query = { placeId: westlands.placeId };
    expect((await system.call(fraudAlerts, { query }, karen)).outcome).toBe('place_only');
    const openOf = async (worker: Worker) =>
      (await system.call(merchantOverview, { query: {} }, worker)).answer.openFraudAlerts;
    expect(await Promise.all([shop.owner, westlands, karen].map(openOf))).toEqual([1, 1, 0]);
    const { alerts } = (await system.call(fraudAlerts, { query: {} }, westlands)).answer;
    const body = { alertId: alerts[0]?.alertId ?? '' };
    expect((await system.call(acknowledgeFraudAlert, { body }, karen)).outcome).toBe('not_found');
    expect((await system.call(acknowledgeFraudAlert, { body }, westlands)).outcome).toBe('ok');
    expect(await openOf(shop.owner)).toBe(0);
  });

  test('an alert about redemptions at several places names none, and no manager of one place sees it', async () => {
    const cents = (defaultRules.shopVelocity.amount / 2) * 100;
    for (const { placeId } of [westlands, karen]) await redeemAt({ placeId, count: 1, cents });
    expect(await placesOf(shop.owner, 'shop_velocity')).toEqual(['no place']);
    for (const worker of [westlands, karen]) expect(await placesOf(worker, 'shop_velocity')).toEqual([]);
  });

  test('a redemption outside the hours of one place does not hide one outside the hours of another', async () => {
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' }));
    await system.owner.query('update merchant_places set opening_hours = $2 where merchant_id = $1', [
      shop.merchantId,
      JSON.stringify(week),
    ]);
    for (const { placeId } of [westlands, karen]) await redeemAt({ placeId, count: 2 });
    expect(await placesOf(shop.owner, 'outside_opening_hours')).toEqual(['Karen', 'Westlands']);
    expect(await placesOf(karen, 'outside_opening_hours')).toEqual(['Karen']);
  });

  test('an alert about wrong codes of one person belongs to the place of the person', async () => {
    await system.owner.query(
      `insert into wrong_codes (merchant_id, id, staff_id, address)
       select $1, gen_random_uuid(), $2, '192.0.2.7' from generate_series(1, $3::int)`,
      [shop.merchantId, karen.staffId, defaultRules.wrongCodes.byOne],
    );
    expect(await placesOf(karen, 'wrong_codes')).toEqual(['Karen']);
    expect(await placesOf(westlands, 'wrong_codes')).toEqual([]);
  });
});

test('a merchant with one place sees alerts without its name', async () => {
  const single = await newShop(system);
  const count = defaultRules.rapidRedemptions.byPerson + 1;
  await system.owner.query(
    `insert into redemptions
       (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, staff_id, recipient_name, place_id)
     select gen_random_uuid(), gen_random_uuid(), $1, 1000, 0, 'portal', $2, 'Kip Rotich', $1
     from generate_series(1, $3::int)`,
    [single.merchantId, single.cashier.staffId, count],
  );
  expect(await placesOf(single.owner, 'rapid_redemptions')).toEqual(['no place']);
});
