import { randomUUID } from 'node:crypto';
import { lookUpVoucher, reverseAtTill, reverseRedemptionByMachine } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { readWaiting } from '../../../testing/lock-waits.ts';
import { newShop, redeemAtTillPage, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';

const CONNECTIONS = 10;
/** Concurrent reversals per shop, as in `reverse-at-till.ts`. */
const REVERSALS_AT_ONCE = 4;

let system: TestSystem;
let shop: Shop;
let other: Shop;
beforeAll(async () => {
  system = await createTestSystem({ DATABASE_CONNECTIONS: String(CONNECTIONS) });
  [shop, other] = await Promise.all([newShop(system), newShop(system)]);
});
afterAll(() => system.close());

function reverse(worker: Worker, redemptionId: string) {
  return system.call(reverseAtTill, { body: { redemptionId } }, worker);
}

async function take(worker: Worker, code: string): Promise<string> {
  return (await redeemAtTillPage(system, worker, code, { amount: 100 })).answer.redemptionId;
}

test('A38 a shop can reverse three redemptions of a voucher a day, even if it tries many at once', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await take(shop.cashier, gift.code));

  const replies = await Promise.all(ids.map((id) => reverse(shop.owner, id)));
  expect(replies.map(({ outcome }) => outcome).toSorted()).toEqual([
    'ok',
    'ok',
    'ok',
    'reversals_exhausted',
    'reversals_exhausted',
  ]);
  expect(await leftOn(system, gift)).toBe(950 - 500 + 300);
  const done = ids[replies.findIndex(({ outcome }) => outcome === 'ok')] ?? '';
  const left = ids[replies.findIndex(({ outcome }) => outcome !== 'ok')] ?? '';
  expect((await reverse(shop.manager, done)).outcome).toBe('ok');
  expect(await reverse(shop.manager, left)).toMatchObject({ status: 409, outcome: 'reversals_exhausted' });
  const byMachine = { params: { id: gift.voucherId, redemptionId: left }, body: {} };
  const headers = { 'idempotency-key': randomUUID() };
  expect(
    await system.call(reverseRedemptionByMachine, { ...byMachine, headers }, { basic: shop.basic }),
  ).toMatchObject({ status: 409, outcome: 'reversals_exhausted' });

  expect((await reverse(other.owner, await take(other.cashier, gift.code))).outcome).toBe('ok');
  const undone = async () =>
    (await system.sandbox.phone(recipient.phoneNumber)).messages.filter(({ text }) =>
      text.includes('gave back'),
    ).length;
  await expect.poll(undone, { timeout: 10_000 }).toBe(4);
});

test('on the next day a shop can reverse three redemptions of the same voucher again', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.push(await take(shop.cashier, gift.code));
  const [last = '', ...first] = ids;
  for (const id of first) await reverse(shop.owner, id);
  expect((await reverse(shop.owner, last)).outcome).toBe('reversals_exhausted');
  await system.owner.query(
    `update redemptions set reversed_at = date_trunc('day', now(), 'Africa/Nairobi') - interval '1 ms'
     where voucher_id = $1 and reversed_at is not null`,
    [gift.voucherId],
  );
  expect((await reverse(shop.owner, last)).outcome).toBe('ok');
});

test('reversals that wait for a lock at one shop delay no other shop', async () => {
  const [gift, elsewhere] = [
    await makeGift(system, { amount: 1_000 }),
    await makeGift(system, { amount: 100 }),
  ];
  const redemptionId = await take(shop.cashier, gift.code);
  const holder = await system.owner.connect();
  await holder.query('begin');
  await holder.query('select from ledger.strict_balances where home_id = $1 for update', [gift.voucherId]);
  const piled = Array.from({ length: 3 * CONNECTIONS }, () => reverse(shop.owner, redemptionId));
  try {
    await until(async () =>
      expect((await readWaiting(system.deps.db)).length).toBeGreaterThanOrEqual(REVERSALS_AT_ONCE),
    );
    // The other shop gets an answer while all reversals wait. Otherwise this request would hang, and the test with it.
    const seen = await system.call(lookUpVoucher, { body: { code: elsewhere.code } }, other.cashier);
    expect(seen.outcome).toBe('ok');
    expect((await readWaiting(system.deps.db)).length).toBeGreaterThanOrEqual(REVERSALS_AT_ONCE);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  expect(new Set((await Promise.all(piled)).map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
});
