import { randomBytes, randomUUID } from 'node:crypto';
import {
  formatVoucherCode,
  fraudAlerts,
  lookUpVoucher,
  makeApiKey,
  redeemVoucher,
  voucherCodeFromBytes,
} from '@zawadi/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../platform/refusal.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { watchForFraud } from '../../merchants/fraud/index.ts';
import { newShop, redeemAtTillPage, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { withWrongCodeLimit } from './limit-wrong-codes.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
// Deletes earlier guesses: all tests guess from one IP address, which would raise alerts for all their shops.
beforeEach(() => system.owner.query('delete from wrong_codes'));
afterAll(() => system.close());

const unknownCode = () => formatVoucherCode(voucherCodeFromBytes(randomBytes(15)));

async function guess(till: Till, times: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < times; n += 1) outcomes.push((await redeem(system, till, unknownCode())).outcome);
  return outcomes;
}

/** Ages the throttle of a guesser, and all counted attempts, by so many seconds. */
async function passTime(guesser: string, seconds: number): Promise<void> {
  await system.owner.query(
    `update slowed_guessers set until = until - make_interval(secs => $2) where guesser = $1`,
    [guesser, seconds],
  );
  await system.owner.query(
    `update limited_attempts set made_at = array(select made - make_interval(secs => $1) from unnest(made_at) as made)`,
    [seconds],
  );
  await expect.poll(() => isSlowed(system.deps, guesser)).toBe(false);
}

/** Runs the fraud watch, then counts its alerts about wrong codes at the merchant. */
async function alertsOf(merchantId: string): Promise<number> {
  await watchForFraud(system.deps);
  const { rows } = await system.owner.query(
    `select count(*)::int as alerts from fraud_alerts
     where rule = 'wrong_codes' and merchant_id = $1 and details->>'of' = 'one'`,
    [merchantId],
  );
  return rows[0].alerts;
}

/** Returns the wait in seconds, counted from the latest wrong code, so that a slow machine does not change it. */
async function waitOf(guesser: string): Promise<number> {
  const { rows } = await system.owner.query(
    `select round(extract(epoch from until - (select max(last_at) from limited_attempts)))::int as seconds
     from slowed_guessers where guesser = $1`,
    [guesser],
  );
  return rows[0].seconds;
}

async function isSlowed(deps: TestSystem['deps'], guesser: string): Promise<boolean> {
  try {
    const asked = { merchantId: guesser, by: { keyId: guesser }, id: 'none', address: '10.0.0.1' };
    await withWrongCodeLimit(deps, asked, async () => undefined);
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return true;
    throw error;
  }
}

test('A36 throttles an API key, and no other, after ten unknown codes; each further code doubles the wait', async () => {
  const [till, other, gift] = [
    await newTill(system),
    await newTill(system),
    await makeGift(system, { amount: 100 }),
  ];
  expect(new Set(await guess(till, 10))).toEqual(new Set(['voucher_not_found']));
  expect(await waitOf(till.merchantId)).toBe(1);
  for (const seconds of [2, 4, 8, 16]) {
    await passTime(till.merchantId, seconds / 2);
    expect(await guess(till, 1)).toEqual(['voucher_not_found']);
    expect(await waitOf(till.merchantId)).toBe(seconds);
  }
  const refused = await redeem(system, till, gift.code);
  expect(refused).toMatchObject({ status: 429, outcome: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(16);
  expect((await redeem(system, other, gift.code, { amount: 1 })).outcome).toBe('ok');
  await passTime(till.merchantId, 16);
  expect((await redeem(system, till, gift.code, { amount: 1 })).outcome).toBe('ok');
});

test('A36 blocks an API key for an hour after twenty concurrent unknown codes, and raises one alert', async () => {
  const till = await newTill(system);
  await Promise.all(Array.from({ length: 24 }, () => redeem(system, till, unknownCode())));
  const refused = await redeem(system, till, unknownCode());
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_580);
  expect(await alertsOf(till.merchantId)).toBe(1);
});

test('a slow guesser raises an alert at the tenth unknown code of a day, and is blocked after the twentieth', async () => {
  const till = await newTill(system);
  await guess(till, 9);
  expect(await alertsOf(till.merchantId)).toBe(0);
  await guess(till, 1);
  expect(await alertsOf(till.merchantId)).toBe(1);
  for (let n = 0; n < 10; n += 1) {
    await passTime(till.merchantId, 2 ** n);
    expect(await guess(till, 1)).toEqual(['voucher_not_found']);
  }
  for (const again of [false, true]) {
    const blocked = await redeem(system, till, unknownCode());
    expect([again, blocked.outcome]).toEqual([again, 'too_many_requests']);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(3_580);
    await passTime(till.merchantId, 3_600);
    expect(await guess(till, 1)).toEqual(['voucher_not_found']);
  }
  await passTime(till.merchantId, 86_400);
  expect(await guess(till, 9)).not.toContain('too_many_requests');
});

test('a web shop that sends unknown codes blocks no till, and a blocked cashier blocks no other cashier', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 100 });
  const atTill = (worker: Worker, code: string) => system.call(lookUpVoucher, { body: { code } }, worker);
  const machine = { params: { id: unknownCode() }, body: {} };
  for (let n = 0; n < 12; n += 1) {
    await system.call(
      redeemVoucher,
      { ...machine, headers: { 'idempotency-key': randomUUID() } },
      { basic: shop.basic },
    );
  }
  expect((await atTill(shop.cashier, gift.code)).outcome).toBe('ok');
  for (let n = 0; n < 12; n += 1) await atTill(shop.cashier, unknownCode());
  expect((await atTill(shop.cashier, gift.code)).outcome).toBe('too_many_requests');
  expect((await atTill(shop.manager, gift.code)).outcome).toBe('ok');
  await watchForFraud(system.deps);
  const { alerts } = (await system.call(fraudAlerts, { query: {} }, shop.owner)).answer;
  expect(alerts.map(({ description }) => description).toSorted()).toEqual([
    'Juma Cash tried 10 voucher codes within a day that do not exist. After twenty comes a block of an hour.',
    'The merchant API tried 10 voucher codes within a day that do not exist. After twenty comes a block of an hour.',
  ]);
});

test('A36 counts unknown codes per API key, and throttles many keys of one merchant together', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 100 });
  const keys: string[] = [];
  const guessWith = (basic: string, id = unknownCode()) =>
    redeem(system, { merchantId: shop.merchantId, basic }, id, { amount: 1 });
  for (let n = 1; n <= 6; n += 1) {
    const body = { name: `Till ${n}`, rights: 'redeem' } as const;
    const { apiKey, apiSecret } = (await system.call(makeApiKey, { body }, shop.owner)).answer;
    keys.push(`${apiKey}:${apiSecret}`);
  }
  const [first = '', second = '', ...others] = keys;
  // A burst by one key, far above the limit, throttles only that key.
  await Promise.all(Array.from({ length: 120 }, () => guessWith(first)));
  expect((await guessWith(first)).outcome).toBe('too_many_requests');
  expect((await guessWith(second, gift.code)).outcome).toBe('ok');
  expect((await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 1 })).outcome).toBe('ok');
  await watchForFraud(system.deps);
  const { alerts } = (await system.call(fraudAlerts, { query: {} }, shop.owner)).answer;
  expect(alerts.map(({ description }) => description).join()).toContain('The API key “Till 1” tried');
  for (const key of [second, ...others]) {
    await Promise.all(Array.from({ length: 19 }, () => guessWith(key)));
  }
  await expect.poll(async () => (await guessWith(shop.basic, gift.code)).outcome).toBe('too_many_requests');
  await system.owner.query('update slowed_merchants set until = moment() where merchant_id = $1', [
    shop.merchantId,
  ]);
  await expect.poll(async () => (await guessWith(shop.basic, gift.code)).outcome).toBe('ok');
});

test('A36 another or restarted process refuses a throttled guesser before looking the code up', async () => {
  const till = await newTill(system);
  await guess(till, 12);
  // Simulates another process: the cache of throttled guessers is per database handle.
  const other = { ...system.deps, db: system.deps.db.withoutPlugins() };
  let lookedUp = 0;
  const asked = {
    merchantId: till.merchantId,
    by: { keyId: till.merchantId },
    id: unknownCode(),
    address: '10.0.0.1',
  };
  const run = withWrongCodeLimit(other, asked, async () => {
    lookedUp += 1;
  });
  await expect(run).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(lookedUp).toBe(0);
});

test('mistyped codes and used-up vouchers do not count as guesses', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 100 });
  await redeem(system, till, gift.code);
  const mistyped = gift.code.slice(0, -1) + (gift.code.endsWith('7') ? '8' : '7');
  for (let n = 0; n < 12; n += 1) {
    expect((await redeem(system, till, mistyped)).outcome).toBe('voucher_code_mistyped');
    expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_used');
  }
});
