import { randomUUID } from 'node:crypto';
import { reverseRedemptionByMachine } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { issue } from '../../../testing/merchant-api-calls.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { voucherCodeKeys } from '../../money/vouchers/index.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function reverse(
  till: Till,
  { id, redemptionId }: { id: string; redemptionId: string },
  key: string | null = randomUUID(),
) {
  const headers = { 'idempotency-key': key ?? undefined };
  return system.call(reverseRedemptionByMachine, { params: { id, redemptionId }, headers, body: {} }, till);
}

async function newSale(amount = 350) {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const { answer } = await redeem(system, till, gift.code, { amount });
  return { till, gift, redemptionId: answer.redemption.id };
}

test('reverses a redemption of today, and restores the voucher’s value', async () => {
  const { till, gift, redemptionId } = await newSale();
  const { answer } = await reverse(till, { id: gift.voucherId, redemptionId });
  expect(answer).toMatchObject({
    id: gift.voucherId,
    object: 'voucher',
    status: 'ACTIVE',
    amount: 950,
    balance: 950,
    redemption: { id: redemptionId, amount: 350, status: 'REVERSED' },
  });
  expect(await leftOn(system, gift)).toBe(950);
  expect(await owedTo(system, till)).toBe(0);
});

test('reverses a redemption of a voucher that is named by its code', async () => {
  const { till, gift, redemptionId } = await newSale();
  expect((await reverse(till, { id: gift.code, redemptionId })).outcome).toBe('ok');
});

test('reversals by code, by id and by a retired code are the same reversal', async () => {
  const { till, gift, redemptionId } = await newSale();
  const key = randomUUID();
  const first = await reverse(till, { id: gift.code, redemptionId }, key);
  expect(first.outcome).toBe('ok');
  const keys = voucherCodeKeys(system.deps.keys, gift.code.replaceAll('-', ''));
  await system.owner.query('select retire_voucher_name(name, $1) from unnest($2::text[]) as name', [
    gift.voucherId,
    keys,
  ]);
  for (const id of [gift.voucherId, gift.code]) {
    const again = await reverse(till, { id, redemptionId }, key);
    expect(again.answer).toEqual(first.answer);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  }
  const unheard = await reverse(till, { id: gift.code, redemptionId });
  expect(unheard).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
});

test('ten concurrent requests with one key make one reversal and get the same answer', async () => {
  const { till, gift, redemptionId } = await newSale();
  const key = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => reverse(till, { id: gift.voucherId, redemptionId }, key)),
  );
  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  expect(new Set(replies.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(await leftOn(system, gift)).toBe(950);
});

test('treats a voucher’s code and its id as the same request under one idempotency key', async () => {
  const { till, gift, redemptionId } = await newSale();
  const key = randomUUID();
  await reverse(till, { id: gift.code, redemptionId }, key);
  const again = await reverse(till, { id: gift.voucherId, redemptionId }, key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('refuses an unknown redemption or a missing idempotency key, and does not store the answer', async () => {
  const { till, gift, redemptionId } = await newSale();
  const [other, key] = [await newTill(system), randomUUID()];
  const id = gift.voucherId;
  expect(await reverse(till, { id, redemptionId }, null)).toMatchObject({
    outcome: 'idempotency_key_missing',
  });
  expect(await reverse(till, { id, redemptionId: randomUUID() })).toMatchObject({
    status: 404,
    outcome: 'redemption_not_found',
  });
  expect(await reverse(till, { id: randomUUID(), redemptionId })).toMatchObject({ status: 404 });
  expect(await reverse(till, { id: 'nonsense', redemptionId })).toMatchObject({
    outcome: 'voucher_not_found',
  });
  expect(await reverse(other, { id, redemptionId }, key)).toMatchObject({ outcome: 'redemption_not_found' });
  expect((await reverse(till, { id, redemptionId }, key)).outcome).toBe('ok');
});

test('refuses to reverse yesterday’s redemption, and stores that answer', async () => {
  const { till, gift, redemptionId } = await newSale();
  await system.owner.query(`update redemptions set redeemed_at = now() - interval '1 day' where id = $1`, [
    redemptionId,
  ]);
  const key = randomUUID();
  for (const replayed of [null, 'true']) {
    const refused = await reverse(till, { id: gift.voucherId, redemptionId }, key);
    expect(refused).toMatchObject({ status: 409, outcome: 'reversal_too_late' });
    expect(refused.headers.get('idempotent-replayed')).toBe(replayed);
  }
});

test('refuses a reversal if the merchant’s balance no longer covers it', async () => {
  const { till, gift, redemptionId } = await newSale(350);
  expect((await issue(system, till, { amount: 300 })).outcome).toBe('ok');
  const refused = await reverse(till, { id: gift.voucherId, redemptionId });
  expect(refused).toMatchObject({ status: 409, outcome: 'insufficient_merchant_balance' });
  expect(await leftOn(system, gift)).toBe(600);
});
