import { randomUUID } from 'node:crypto';
import {
  createVoucher,
  listTransactionsByMachine,
  listVouchersByMachine,
  merchantTransactions,
  readTransactionByMachine,
  readVoucher,
  redeemVoucher,
  reverseRedemptionByMachine,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { issue, newFundedTill, ownerOf } from '../../../testing/merchant-api-calls.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const metadata = { till: '2', cashier: 'Otieno' };

function redeemAs(till: Till, id: string, body: object, key: string = randomUUID()) {
  return system.call(redeemVoucher, { params: { id }, headers: { 'idempotency-key': key }, body }, till);
}

test('a redemption stores the till’s reference and metadata, and every read returns both', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const kept = { reference: 'Receipt 4711', metadata };
  const { answer } = await redeemAs(till, gift.code, { amount: 100, ...kept });
  const { id } = answer.redemption;
  expect(answer.redemption).toEqual({ id, amount: 100, ...kept });
  await redeem(system, till, gift.code, { amount: 50 });

  const read = await system.call(readTransactionByMachine, { params: { id } }, till);
  expect(read.answer).toMatchObject({ id, type: 'redemption', amount: 100, ...kept });
  const listed = await system.call(listTransactionsByMachine, { query: { reference: 'receipt 4711' } }, till);
  expect(listed.answer.data).toEqual([read.answer]);
  const voucher = await system.call(readVoucher, { params: { id: gift.voucherId } }, till);
  expect(voucher.answer.redemptions[1]).toMatchObject({ id, ...kept });
  expect(voucher.answer.redemptions[0]).not.toHaveProperty('reference');

  const owner = await ownerOf(system, till);
  const found = await system.call(merchantTransactions, { query: { search: 'receipt 47' } }, owner);
  expect(found.answer.transactions).toMatchObject([{ redemptionId: id, reference: 'Receipt 4711' }]);

  const reversed = await system.call(
    reverseRedemptionByMachine,
    {
      params: { id: gift.voucherId, redemptionId: id },
      headers: { 'idempotency-key': randomUUID() },
      body: {},
    },
    till,
  );
  expect(reversed.answer.redemption).toMatchObject({ id, status: 'REVERSED', ...kept });
});

test('an idempotency key covers reference and metadata, whatever the order of metadata keys', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const key = randomUUID();
  const first = await redeemAs(till, gift.code, { amount: 10, metadata }, key);
  const turned = { cashier: 'Otieno', till: '2' };
  const repeated = await redeemAs(till, gift.code, { metadata: turned, amount: 10 }, key);
  expect(repeated.answer).toEqual(first.answer);
  for (const other of [{ amount: 10 }, { amount: 10, metadata: { till: '3' } }]) {
    expect((await redeemAs(till, gift.code, other, key)).outcome).toBe('idempotency_key_reused');
  }
});

test('treats an empty reference and empty metadata as absent', async () => {
  const till = await newFundedTill(system);
  const gift = await makeGift(system, { amount: 100 });
  const { answer } = await redeemAs(till, gift.code, { reference: ' ', metadata: {} });
  expect(answer.redemption).toEqual({ id: answer.redemption.id, amount: 95 });
  const made = await issue(system, till, { reference: '', metadata: {} });
  expect(made.answer).not.toHaveProperty('reference');
  expect(made.answer).not.toHaveProperty('metadata');
});

test('a voucher stores the reference and metadata of its order, and a search finds it by the reference', async () => {
  const till = await newFundedTill(system);
  const kept = { reference: 'order 7', metadata: { campaign: 'Christmas' } };
  const { answer } = await issue(system, till, { amount: 100, ...kept });
  await issue(system, till, { amount: 100 });
  expect(answer).toMatchObject(kept);
  const read = await system.call(readVoucher, { params: { id: answer.id } }, till);
  expect(read.answer).toMatchObject(kept);
  const found = await system.call(listVouchersByMachine, { query: { reference: 'ORDER 7' } }, till);
  expect(found.answer.data).toMatchObject([{ id: answer.id, ...kept }]);
  expect(found.answer.data[0]).not.toHaveProperty('code');
  const listed = await system.call(listTransactionsByMachine, { query: { reference: 'order 7' } }, till);
  expect(listed.answer.data).toMatchObject([{ type: 'voucher_created', voucher: answer.id, ...kept }]);
});

const long = (length: number) => 'x'.repeat(length);

test.each([
  ['21 keys', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`key${n}`, '']))],
  ['a key of 41 characters', { [long(41)]: 'x' }],
  ['a value of 201 characters', { a: long(201) }],
  ['more than 2 KB', Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`key${n}`, long(200)]))],
  ['a number', { a: 1 }],
  ['something nested', { a: { b: 'c' } }],
  ['a list', ['a']],
])('refuses a redemption with %s in its metadata, and redeems nothing', async (_name, wrong) => {
  const till = await newFundedTill(system);
  const gift = await makeGift(system, { amount: 100 });
  expect(await redeemAs(till, gift.code, { metadata: wrong })).toMatchObject({
    status: 422,
    outcome: 'validation_failed',
  });
  const made = await system.call(
    createVoucher,
    {
      headers: { 'idempotency-key': randomUUID() },
      // The cast allows input that violates the contract, as from a careless caller.
      body: { amount: 1, recipient: { name: 'Kip' }, metadata: wrong as Record<string, string> },
    },
    till,
  );
  expect(made).toMatchObject({ status: 422, outcome: 'validation_failed' });
  expect((await redeemAs(till, gift.code, {})).answer.redemption.amount).toBe(95);
});
