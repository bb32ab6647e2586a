import { changeFraudRules, fraudAlerts, readFraudRules, type FraudRules } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { watchForFraud } from './index.ts';

let system: TestSystem;
let administrator: Administrator;
let other: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  other = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const read = async () => (await system.call(readFraudRules, {}, { bearer: administrator.bearer })).answer;

async function change(to: Partial<FraudRules>, by = administrator) {
  const { rules, latestVersionId: basedOn } = await read();
  const body = { rules: { ...rules, ...to }, reason: 'A quiet month', basedOn };
  return system.call(changeFraudRules, { body }, { bearer: by.bearer });
}

async function alertsAfter(shop: Shop, redemptions: number) {
  const gift = await makeGift(system, { amount: 1_000 });
  for (let n = 0; n < redemptions; n += 1) {
    await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 10 });
  }
  await watchForFraud(system.deps);
  return (await system.call(fraudAlerts, { query: {} }, shop.owner)).answer.alerts;
}

test('A53 S238 a lower threshold raises more alerts; switching a rule off takes two administrators and stops its alerts', async () => {
  const { rules, defaults } = await read();
  expect(rules).toEqual(defaults);
  expect(await alertsAfter(await newShop(system), 3)).toEqual([]);
  const rapid = { isOn: true, withinMinutes: 5, byPerson: 2, bySystem: 600 };
  const { answer } = await change({ rapidRedemptions: rapid });
  expect(answer.action).toEqual({ outcome: 'done' });
  expect(answer.versions).toMatchObject([{ state: 'current', reason: 'A quiet month' }]);
  expect(await alertsAfter(await newShop(system), 3)).toMatchObject([{ rule: 'rapid_redemptions' }]);
  const off = await change({ rapidRedemptions: { ...rapid, isOn: false } });
  expect(off.answer).toMatchObject({ rules: { rapidRedemptions: rapid }, action: { outcome: 'waiting' } });
  const { action } = off.answer;
  const approvalId = action.outcome === 'waiting' ? action.approvalId : '';
  expect((await approve(system, administrator, approvalId)).outcome).toBe('second_person_needed');
  expect((await approve(system, other, approvalId)).outcome).toBe('ok');
  expect(await alertsAfter(await newShop(system), 3)).toEqual([]);
  expect((await read()).versions.map(({ state }) => state)).toEqual(['current', 'past']);
});

test('refuses contradictory rules, and changes by any role but an administrator', async () => {
  const { rules } = await read();
  const { manyVouchersOnePhone: phone, unusuallyLarge: large, passThrough, manyGivers } = rules;
  for (const bad of [
    { manyVouchersOnePhone: { ...phone, high: phone.vouchers - 1 } },
    { unusuallyLarge: { ...large, high: large.times - 1 } },
    { unusuallyLarge: { ...large, atLeast: large.comparedWith + 1 } },
    { outsideOpeningHours: { isOn: true, graceMinutes: 241 } },
    { passThrough: { ...passThrough, high: passThrough.amount - 1 } },
    { manyGivers: { ...manyGivers, high: manyGivers.givers - 1 } },
  ]) {
    expect((await change(bad)).status).toBe(422);
  }
  expect((await change({})).outcome).toBe('setting_same');
  expect(
    (await change({ wrongCodes: { ...rules.wrongCodes, isOn: false } }, await newAdministrator(system)))
      .status,
  ).toBe(403);
});
