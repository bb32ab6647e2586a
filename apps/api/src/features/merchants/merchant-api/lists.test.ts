import { randomBytes, randomUUID } from 'node:crypto';
import {
  listSettlementsByMachine,
  listTransactionsByMachine,
  readVoucher,
  reverseRedemptionByMachine,
  voucherCodeFromBytes,
  type CallInput,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift, makeGifts } from '../../../testing/gifts.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

type Query = CallInput<typeof listTransactionsByMachine>['query'];

function list(till: Till, query: Query = {}) {
  return system.call(listTransactionsByMachine, { query }, till);
}

async function idsOf(till: Till, query: Query): Promise<string[]> {
  return (await list(till, query)).answer.data.map(({ id }) => id);
}

test('answers a merchant without transactions with an empty list', async () => {
  const { answer } = await list(await newTill(system));
  expect(answer).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

test('lists redemptions, issued vouchers and returned vouchers together, newest first', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const sold = (await redeem(system, till, gift.code, { amount: 700 })).answer;
  const made = (await issue(system, till, { amount: 300 })).answer;
  await redeem(system, till, made.code, { amount: 100 });
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 day' where id = $1`, [
    made.id,
  ]);
  await expireVouchers(system.deps);
  const { data } = (await list(till)).answer;
  expect(data.map(({ type, status, amount, voucher }) => ({ type, status, amount, voucher }))).toEqual([
    { type: 'voucher_returned', status: 'COMPLETED', amount: 200, voucher: made.id },
    { type: 'redemption', status: 'COMPLETED', amount: 100, voucher: made.id },
    { type: 'voucher_created', status: 'COMPLETED', amount: 300, voucher: made.id },
    { type: 'redemption', status: 'COMPLETED', amount: 700, voucher: gift.voucherId },
  ]);
  expect(data.at(-1)).toMatchObject({
    id: sold.redemption.id,
    object: 'transaction',
    currency: 'KES',
    voucher_last_four: gift.code.slice(-4),
    mpesa_receipt: expect.stringMatching(/^T\d{9}$/u),
  });
  expect(data[0]).not.toHaveProperty('mpesa_receipt');
  expect(new Set(data.map(({ id }) => id)).size).toBe(4);
});

test('pages have no gap and no repetition, even if new rows are inserted between two pages', async () => {
  const till = await newTill(system);
  const gifts = await makeGifts(system, 9, { amount: 100 });
  await Promise.all(gifts.map((gift) => redeem(system, till, gift.code)));
  const whole = await idsOf(till, { limit: 100 });
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const { answer } = await list(till, { limit: 4, cursor });
    paged.push(...answer.data.map(({ id }) => id));
    expect(answer.has_more).toBe(answer.next_cursor !== null);
    cursor = answer.next_cursor ?? undefined;
    await issue(system, till, { amount: 1 });
  } while (cursor !== undefined);
  expect(paged).toEqual(whole);
  expect(whole).toHaveLength(9);
});

test('filters transactions by type, status, voucher and time', async () => {
  const till = await newFundedTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const { redemption } = (await redeem(system, till, gift.code, { amount: 10 })).answer;
  const params = { id: gift.voucherId, redemptionId: redemption.id };
  const headers = { 'idempotency-key': randomUUID() };
  await system.call(reverseRedemptionByMachine, { params, headers, body: {} }, till);
  const made = (await issue(system, till)).answer;
  expect(await idsOf(till, { status: 'REVERSED' })).toEqual([redemption.id]);
  expect(await idsOf(till, { voucher: gift.voucherId })).toEqual([redemption.id]);
  expect((await list(till, { type: 'voucher_created' })).answer.data).toMatchObject([{ voucher: made.id }]);
  expect(await idsOf(till, { type: 'redemption', status: 'COMPLETED' })).toHaveLength(1);
  const today = nairobiDay(new Date());
  expect(await idsOf(till, { 'created[gte]': today, 'created[lte]': today })).toHaveLength(3);
  expect(await idsOf(till, { 'created[lte]': '2026-01-01' })).toEqual([]);
  expect(await idsOf(till, { 'created[gte]': new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  const [newest] = (await list(till)).answer.data;
  expect(await idsOf(till, { 'created[lte]': newest?.created })).not.toHaveLength(0);
});

test('refuses invalid filters', async () => {
  const till = await newTill(system);
  // The cast allows input that violates the contract, as from a careless caller.
  for (const query of [
    { limit: 0 },
    { limit: 101 },
    { cursor: 'x' },
    { status: 'completed' },
    { voucher: 'x' },
    { 'created[gte]': 'yesterday' },
  ] as object[]) {
    expect(await list(till, query)).toMatchObject({ status: 422, outcome: 'validation_failed' });
  }
});

test('a merchant sees no transaction or settlement of another merchant', async () => {
  const [till, other] = [await newFundedTill(system), await newTill(system)];
  expect(await idsOf(till, {})).toHaveLength(1);
  expect(await idsOf(other, {})).toEqual([]);
});

test('lists settlements in the same format as transactions', async () => {
  const till = await newTill(system);
  const { answer } = await system.call(listSettlementsByMachine, { query: { status: 'COMPLETED' } }, till);
  expect(answer).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

function read(till: Till, id: string) {
  return system.call(readVoucher, { params: { id } }, till);
}

test('reads a voucher by its code, and by its id after a redemption at this merchant', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  expect(await read(till, gift.voucherId)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  const byCode = (await read(till, gift.code.toLowerCase())).answer;
  expect(byCode).toMatchObject({ status: 'ACTIVE', amount: 950, balance: 950, redemptions: [] });
  expect(byCode).not.toHaveProperty('recipient');
  expect(JSON.stringify(byCode)).not.toContain(gift.code);
  const { redemption } = (await redeem(system, till, gift.code, { amount: 50 })).answer;
  expect((await read(till, gift.voucherId)).answer).toMatchObject({
    status: 'PARTIALLY_REDEEMED',
    balance: 900,
    last_four: gift.code.slice(-4),
    redemptions: [{ id: redemption.id, amount: 50, status: 'COMPLETED' }],
  });
});

test('only the issuer of a voucher reads its recipient; other shops get a refusal', async () => {
  const [till, other] = [await newFundedTill(system), await newTill(system)];
  const recipient = { name: 'Asha', phone: '254711000333' };
  const made = (await issue(system, till, { recipient, message: 'Karibu', reference: 'order 7' })).answer;
  expect((await read(till, made.id)).answer).toMatchObject({
    recipient,
    message: 'Karibu',
    reference: 'order 7',
  });
  expect(await read(other, made.code)).toMatchObject({ status: 409, outcome: 'voucher_not_redeemable_here' });
  expect(await read(other, made.id)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
});

test('limits wrong codes when reading vouchers, as when redeeming them', async () => {
  const till = await newTill(system);
  const outcomes = new Set<string>();
  for (let n = 0; n < 12; n += 1)
    outcomes.add((await read(till, voucherCodeFromBytes(randomBytes(15)))).outcome);
  expect(outcomes).toEqual(new Set(['voucher_not_found', 'too_many_requests']));
});
