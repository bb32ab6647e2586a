import { randomUUID } from 'node:crypto';
import { listHolds, readHold, readVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { assertHoldsAgree, capture, hold, expireHold, release } from '../../../testing/holds.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { voucherCodeKeys } from '../vouchers/index.ts';
import { expireHolds } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  system.atEnd(() => assertHoldsAgree(system));
});
afterAll(() => system.close());

const read = (till: Till, id: string) => system.call(readHold, { params: { id } }, { basic: till.basic });

/** Creates a gift of 950 shillings, part of it on hold at a new shop. */
async function heldGift(body: Parameters<typeof hold>[3] = {}) {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const { answer, outcome } = await hold(system, till, gift.code, body);
  if (outcome !== 'ok') throw new Error(outcome);
  return { till, gift, held: answer };
}

test('held value is neither on the voucher nor owed to the shop; a capture redeems it and returns the rest', async () => {
  const { till, gift, held } = await heldGift({ amount: 400, reference: 'order 7' });
  expect(held).toMatchObject({
    object: 'hold',
    status: 'OPEN',
    amount: 400,
    captured_amount: 0,
    voucher: gift.voucherId,
    reference: 'order 7',
  });
  const lastsMs = Date.parse(held.expires_at) - Date.parse(held.created);
  expect(lastsMs).toBe(24 * 3_600_000);
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([550, 0]);

  const captured = await capture(system, till, held.id, { amount: 300 });
  expect(captured.answer).toMatchObject({
    status: 'CAPTURED',
    amount: 400,
    captured_amount: 300,
    redemption: { id: held.id, amount: 300 },
  });
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([650, 300]);
  const voucher = await system.call(readVoucher, { params: { id: gift.voucherId } }, till);
  expect(voucher.answer).toMatchObject({
    status: 'PARTIALLY_REDEEMED',
    balance: 650,
    redemptions: [{ id: held.id, amount: 300, status: 'COMPLETED' }],
  });
});

test('a hold without an amount takes all free value, and a capture without an amount takes the whole hold', async () => {
  const { till, gift, held } = await heldGift();
  expect(held.amount).toBe(950);
  const { answer } = await system.call(readVoucher, { params: { id: gift.voucherId } }, till);
  expect(answer).toMatchObject({ status: 'ACTIVE', balance: 0 });
  expect((await capture(system, till, held.id)).answer).toMatchObject({ captured_amount: 950 });
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([0, 950]);
});

test('a release returns the value to the voucher, and the hold stays released', async () => {
  const { till, gift, held } = await heldGift({ amount: 400 });
  expect((await release(system, till, held.id)).answer).toMatchObject({
    status: 'RELEASED',
    captured_amount: 0,
  });
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([950, 0]);
  expect((await capture(system, till, held.id)).outcome).toBe('hold_not_open');
  expect((await release(system, till, held.id)).outcome).toBe('hold_not_open');
  expect((await read(till, held.id)).answer).toMatchObject({ status: 'RELEASED' });
  expect(await leftOn(system, gift)).toBe(950);
});

test('refuses a second capture of a hold, and a capture above the held amount', async () => {
  const { till, gift, held } = await heldGift({ amount: 400 });
  expect(await capture(system, till, held.id, { amount: 401 })).toMatchObject({
    status: 409,
    outcome: 'capture_exceeds_hold',
    answer: { allowed: 400 },
  });
  expect((await capture(system, till, held.id, { amount: 100 })).outcome).toBe('ok');
  expect((await capture(system, till, held.id, { amount: 100 })).outcome).toBe('hold_not_open');
  expect((await release(system, till, held.id)).outcome).toBe('hold_not_open');
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([850, 100]);
});

test('a hold retried with the same idempotency key gets the first answer and moves no money', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const key = randomUUID();
  const first = await hold(system, till, gift.code, { amount: 300, key });
  const again = await hold(system, till, gift.voucherId, { amount: 300, key });
  expect(again.answer).toEqual(first.answer);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await hold(system, till, gift.code, { amount: 301, key })).outcome).toBe('idempotency_key_reused');
  const captured = await capture(system, till, first.answer.id, { amount: 200, key });
  expect((await capture(system, till, first.answer.id, { amount: 200, key })).answer).toEqual(
    captured.answer,
  );
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([750, 200]);
});

test('refuses a hold request with invalid fields', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const inEightDays = new Date(Date.now() + 8 * 24 * 3_600_000).toISOString();
  const outcomes = [];
  for (const body of [
    { expires_at: inEightDays },
    { expires_at: '2026-01-01' },
    { expires_in_minutes: 60, expires_at: tomorrow },
    { expires_in_minutes: 10_081 },
    { expires_in_minutes: 0 },
    { amount: 951 },
  ]) {
    outcomes.push((await hold(system, till, gift.code, body)).outcome);
  }
  expect(outcomes).toEqual([
    'hold_moment_invalid',
    'hold_moment_invalid',
    'validation_failed',
    'validation_failed',
    'validation_failed',
    'insufficient_voucher_balance',
  ]);
  expect(await leftOn(system, gift)).toBe(950);
  expect((await hold(system, till, gift.code, { expires_in_minutes: 10_080 })).outcome).toBe('ok');
});

test('a hold ends on its voucher’s last day at the latest', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const { rows } = await system.owner.query<{ at: Date }>(
    `update vouchers set expires_at = moment() + interval '3 hours' where id = $1 returning expires_at as at`,
    [gift.voucherId],
  );
  const { answer } = await hold(system, till, gift.code, { amount: 10 });
  expect(answer.expires_at).toBe(rows[0]?.at.toISOString());
});

test('refuses to redeem or hold value that is already held, and says if the whole voucher is held', async () => {
  const { till, gift } = await heldGift({ amount: 900 });
  const other = await newTill(system);
  expect((await redeem(system, other, gift.code, { amount: 51 })).outcome).toBe(
    'insufficient_voucher_balance',
  );
  expect(await hold(system, other, gift.code, { amount: 51 })).toMatchObject({
    outcome: 'insufficient_voucher_balance',
    answer: { param: 'amount', balance: 50 },
  });
  const { answer } = await redeem(system, other, gift.code);
  expect(answer).toMatchObject({ status: 'PARTIALLY_REDEEMED', balance: 0, redemption: { amount: 50 } });
  expect((await redeem(system, other, gift.code)).outcome).toBe('voucher_held');
  expect((await redeem(system, till, gift.code, { amount: 1 })).outcome).toBe('voucher_held');
  expect((await hold(system, till, gift.code)).outcome).toBe('voucher_held');
});

test('does not find another shop’s hold or an unknown hold', async () => {
  const { till, gift, held } = await heldGift({ amount: 400 });
  const other = await newTill(system);
  for (const reply of [
    await capture(system, other, held.id),
    await release(system, other, held.id),
    await read(other, held.id),
    await read(till, randomUUID()),
    await hold(system, other, gift.voucherId, { amount: 1 }),
  ]) {
    expect(reply).toMatchObject({ status: 404 });
  }
  expect(await leftOn(system, gift)).toBe(550);
});

test('only the issuing shop can hold its voucher by id', async () => {
  const [till, other] = [await newFundedTill(system), await newTill(system)];
  const { answer: made } = await issue(system, till, { amount: 300 });
  expect((await hold(system, other, made.code)).outcome).toBe('voucher_not_redeemable_here');
  const { answer: held } = await hold(system, till, made.id, { amount: 100 });
  expect((await capture(system, till, held.id)).outcome).toBe('ok');
  expect(await owedTo(system, till)).toBe(950 - 300 + 100);
});

test('refuses to capture an expired hold, and releases it only once, however often the job runs', async () => {
  const { till, gift, held } = await heldGift({ amount: 400 });
  await expireHold(system, held.id);
  expect((await capture(system, till, held.id)).outcome).toBe('hold_expired');
  expect((await read(till, held.id)).answer).toMatchObject({ status: 'EXPIRED' });
  expect(await leftOn(system, gift)).toBe(550);
  await Promise.all([expireHolds(system.deps), expireHolds(system.deps), expireHolds(system.deps)]);
  expect(await leftOn(system, gift)).toBe(950);
  expect((await capture(system, till, held.id)).outcome).toBe('hold_expired');
  expect((await release(system, till, held.id)).outcome).toBe('hold_not_open');
  expect(await expireHolds(system.deps)).toBe(0);
});

test('lists a shop’s own holds, newest first, by page and by state', async () => {
  const { till, gift, held } = await heldGift({ amount: 100 });
  const { answer: second } = await hold(system, till, gift.code, { amount: 200 });
  const { answer: third } = await hold(system, till, gift.code, { amount: 300 });
  await capture(system, till, second.id);
  await expireHold(system, third.id);
  const list = async (query: object) => (await system.call(listHolds, { query }, till)).answer;
  const page = await list({ limit: 2 });
  const rest = await list({ limit: 2, cursor: page.next_cursor });
  expect([...page.data, ...rest.data].map(({ id }) => id).toSorted()).toEqual(
    [held.id, second.id, third.id].toSorted(),
  );
  expect(rest).toMatchObject({ has_more: false, next_cursor: null });
  const idsOf = async (status: string) => (await list({ status })).data.map(({ id }) => id);
  expect(await idsOf('OPEN')).toEqual([held.id]);
  expect(await idsOf('CAPTURED')).toEqual([second.id]);
  expect(await idsOf('EXPIRED')).toEqual([third.id]);
  expect(await idsOf('RELEASED')).toEqual([]);
});

test('with a voided code a retried hold gets its first answer, and a new hold is refused', async () => {
  const [till, gift, key] = [await newTill(system), await makeGift(system, { amount: 1_000 }), randomUUID()];
  const first = await hold(system, till, gift.code, { amount: 100, key });
  const keys = voucherCodeKeys(system.deps.keys, gift.code.replaceAll('-', ''));
  await system.owner.query('select retire_voucher_name(name, $1) from unnest($2::text[]) as name', [
    gift.voucherId,
    keys,
  ]);
  expect((await hold(system, till, gift.code, { amount: 100, key })).answer).toEqual(first.answer);
  expect((await hold(system, till, gift.code, { amount: 200 })).outcome).toBe('voucher_not_found');
  const misspelt = { amout: 5 } as object;
  expect((await hold(system, till, gift.voucherId, misspelt)).outcome).toBe('unknown_field');
  expect(await leftOn(system, gift)).toBe(850);
});
