import { randomUUID } from 'node:crypto';
import {
  createTestVoucher,
  makeTestVoucher,
  sendTestEvent,
  trialBalance,
  webhookData,
  webhookType,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { newShop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { sampleDataOf } from './sample-events.ts';
import * as tryOut from './try-out.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const tryVoucher = (till: Till, body: { amount?: number } = {}, key = randomUUID()) =>
  system.call(createTestVoucher, { headers: { 'idempotency-key': key }, body }, { basic: till.basic });

test('makes one free test voucher per key, redeemable like any other voucher', async () => {
  const till = await newTill(system);
  const key = randomUUID();
  const [first, again] = [await tryVoucher(till, {}, key), await tryVoucher(till, {}, key)];
  expect(again.answer).toEqual(first.answer);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(first.answer).toMatchObject({ amount: 500, balance: 500, status: 'ACTIVE' });
  expect(await owedTo(system, till)).toBe(0);
  const taken = await redeem(system, till, first.answer.code, { amount: 350 });
  expect(taken.answer.balance).toBe(150);
  expect(await owedTo(system, till)).toBe(350);
});

test('a test voucher keeps the books balanced, and changes nothing in the M-PESA accounts', async () => {
  const { bearer } = await newAdministrator(system, 'finance');
  const mpesaCents = async () => {
    const { accounts, difference } = await system.api.call(trialBalance, { query: {} }, { bearer });
    expect(difference).toBe(0);
    expect(accounts.length).toBeGreaterThan(3);
    return accounts.filter(({ kind }) => kind.startsWith('mpesa:'));
  };
  const before = await mpesaCents();
  const till = await newTill(system);
  const { answer } = await tryVoucher(till, { amount: 1_200 });
  await redeem(system, till, answer.code);
  expect(await mpesaCents()).toEqual(before);
});

test('owner and manager make a test voucher in the portal; a cashier or an inactive merchant cannot', async () => {
  const shop = await newShop(system);
  for (const { bearer } of [shop.owner, shop.manager]) {
    const made = await system.call(makeTestVoucher, { body: {} }, { bearer });
    expect(made.answer.amount).toBe(500);
    expect((await redeem(system, shop, made.answer.code)).status).toBe(200);
  }
  const refused = await system.call(makeTestVoucher, { body: {} }, { bearer: shop.cashier.bearer });
  expect(refused.outcome).toBe('forbidden');
  const pending = await newTill(system, false);
  await expect(tryOut.makeTestVoucher(system.deps, pending)).rejects.toMatchObject({
    code: 'merchant_not_active',
  });
});

test('refuses test data outside the sandbox, where real money moves', async () => {
  const real = { ...system.deps, config: { ...system.deps.config, provider: 'daraja' as const } };
  const till = { ...(await newTill(system)), businessName: 'Mama Njeri', idempotencyKey: randomUUID() };
  const refusal = { code: 'sandbox_only' };
  await expect(tryOut.makeTestVoucher(real, till)).rejects.toMatchObject(refusal);
  await expect(tryOut.createTestVoucher(real, { ...till, body: { amount: 1 } })).rejects.toMatchObject(
    refusal,
  );
  await expect(tryOut.sendTestEvent(real, { ...till, body: { type: 'webhook.test' } })).rejects.toMatchObject(
    refusal,
  );
  expect(await owedTo(system, till)).toBe(0);
});

test('sends one test event per key, in the format of a real event', async () => {
  for (const type of webhookType.options) {
    expect(webhookData[type].strict().parse(sampleDataOf(type))).toEqual(expect.any(Object));
  }
  const till = await newTill(system);
  const send = (key: string) =>
    system.call(
      sendTestEvent,
      { headers: { 'idempotency-key': key }, body: { type: 'payment.failed' } },
      { basic: till.basic },
    );
  const key = randomUUID();
  const [first, again, other] = [await send(key), await send(key), await send(randomUUID())];
  expect(again.answer).toEqual(first.answer);
  expect(first.answer).toMatchObject({ object: 'event', type: 'payment.failed' });
  expect(other.answer.id).not.toBe(first.answer.id);
});
