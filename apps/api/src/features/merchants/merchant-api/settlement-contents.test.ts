import { randomUUID } from 'node:crypto';
import {
  addressOf,
  listTransactionsByMachine,
  readSettlementByMachine,
  readTransactionByMachine,
  reverseRedemptionByMachine,
  saveWebhook,
  settlementTransactions,
  settlementTransactionsCsv,
  voidVoucherByMachine,
  type CallInput,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { issue } from '../../../testing/merchant-api-calls.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  untilPaid,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { redeem, newTill } from '../../../testing/tills.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  administrator = await newAdministrator(system);
});
afterAll(() => system.close());

const newPhoneShop = () => newPayee(system, { kind: 'mpesa', msisdn: '254711000777' });

function list(shop: Payee, query: CallInput<typeof listTransactionsByMachine>['query']) {
  return system.call(listTransactionsByMachine, { query }, { basic: shop.basic });
}

function reverse(shop: Payee, id: string, redemptionId: string) {
  const headers = { 'idempotency-key': randomUUID() };
  return system.call(
    reverseRedemptionByMachine,
    { params: { id, redemptionId }, headers, body: {} },
    { basic: shop.basic },
  );
}

async function voidIt(shop: Payee, id: string): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  await system.call(voidVoucherByMachine, { params: { id }, headers, body: {} }, { basic: shop.basic });
}

/**
 * Creates a shop with every kind of settlement entry: 1,000 earned, 200 reversed, a voucher of 100 issued, and one of
 * 40 issued and voided.
 */
async function busyShop() {
  const shop = await newPhoneShop();
  await earn(system, shop, 800);
  const gift = await makeGift(system, { amount: 1_000 });
  const taken = (await redeem(system, shop, gift.code, { amount: 200 })).answer;
  await reverse(shop, gift.voucherId, taken.redemption.id);
  const made = (await issue(system, shop, { amount: 100, reference: 'order 8' })).answer;
  const voided = (await issue(system, shop, { amount: 40 })).answer;
  await voidIt(shop, voided.id);
  return { shop, made, voided, reversedId: taken.redemption.id };
}

test('reads a settlement by its public id, and its parts add up to its amount', async () => {
  const { shop } = await busyShop();
  const { batchId } = await settleOne(system, administrator, shop);
  const read = await system.call(
    readSettlementByMachine,
    { params: { id: batchId.toLowerCase() } },
    { basic: shop.basic },
  );
  expect(read.answer).toMatchObject({ id: batchId, object: 'settlement', amount: 700 });
  expect(Object.fromEntries(read.answer.breakdown.map(({ type, ...part }) => [type, part]))).toEqual({
    redemption: { count: 2, amount: 1_000 },
    reversal: { count: 1, amount: -200 },
    voucher_created: { count: 2, amount: -140 },
    voucher_returned: { count: 1, amount: 40 },
  });
  expect(read.answer.breakdown.reduce((sum, { amount }) => sum + amount, 0)).toBe(700);
  const other = await newTill(system);
  for (const [till, id] of [
    [other, batchId],
    [shop, 'ST-20261120-00000'],
  ] as const) {
    const refused = await system.call(readSettlementByMachine, { params: { id } }, { basic: till.basic });
    expect(refused).toMatchObject({ status: 404, outcome: 'settlement_not_found' });
    expect((await list({ ...shop, basic: till.basic }, { settlement: id })).outcome).toBe(
      'settlement_not_found',
    );
  }
});

test('transactions name their settlement, and a settlement lists them page by page', async () => {
  const { shop, reversedId } = await busyShop();
  expect((await list(shop, {})).answer.data.every(({ settlement }) => settlement === undefined)).toBe(true);
  const { batchId } = await settleOne(system, administrator, shop);
  await earn(system, shop, 50);
  const everything = (await list(shop, { limit: 100 })).answer.data;
  const [later, ...batched] = everything;
  expect(later).not.toHaveProperty('settlement');
  expect(batched.map(({ settlement }) => settlement)).toEqual(batched.map(() => batchId));
  const whole = (await list(shop, { settlement: batchId, limit: 100 })).answer;
  expect(whole).toMatchObject({ has_more: false, next_cursor: null });
  expect(whole.data).toEqual(batched);
  expect(batched.find(({ id }) => id === reversedId)).toMatchObject({
    status: 'REVERSED',
    reversal_settlement: batchId,
  });
  const paged = [];
  let cursor: string | undefined;
  do {
    const { answer } = await list(shop, { settlement: batchId, limit: 2, cursor });
    paged.push(...answer.data);
    cursor = answer.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(whole.data);
  for (const transaction of everything) {
    const { id } = transaction;
    const read = await system.call(readTransactionByMachine, { params: { id } }, { basic: shop.basic });
    expect(read.answer).toEqual(transaction);
    const other = await newTill(system);
    const refused = await system.call(readTransactionByMachine, { params: { id } }, other);
    expect(refused).toMatchObject({ status: 404, outcome: 'transaction_not_found' });
  }
});

test('a reversal after its redemption was settled is in the next settlement', async () => {
  const shop = await newPhoneShop();
  const gift = await makeGift(system, { amount: 1_000 });
  const { redemption } = (await redeem(system, shop, gift.code, { amount: 200 })).answer;
  const first = await settleOne(system, administrator, shop);
  await earn(system, shop, 300);
  await reverse(shop, gift.voucherId, redemption.id);
  const second = await settleOne(system, administrator, shop);
  const both = { settlement: first.batchId, reversal_settlement: second.batchId };
  for (const settlement of [first.batchId, second.batchId]) {
    const { data } = (await list(shop, { settlement })).answer;
    expect(data.find(({ id }) => id === redemption.id)).toMatchObject({ status: 'REVERSED', ...both });
  }
});

test('a settlement entry of an issued or voided voucher has its last four symbols and reference', async () => {
  const { shop, made, voided } = await busyShop();
  const { batchId } = await settleOne(system, administrator, shop);
  const params = { batchId };
  const { answer } = await system.call(
    settlementTransactions,
    { params, query: {} },
    { bearer: shop.bearer },
  );
  const [mine, gone] = [
    { voucherId: made.id, codeLastFour: made.code.slice(-4) },
    { voucherId: voided.id, codeLastFour: voided.code.slice(-4) },
  ];
  const ofVouchers = answer.transactions.filter(({ redemptionId }) => redemptionId === undefined);
  expect(ofVouchers).toMatchObject([
    { description: 'Voucher created', ...mine, reference: 'order 8', amount: -100 },
    { description: 'Voucher created', ...gone, amount: -40 },
    { description: 'Voucher returned', ...gone, amount: 40 },
  ]);
  const file = await system.http.inject({
    url: addressOf(settlementTransactionsCsv, { params }),
    headers: { authorization: `Bearer ${shop.bearer}` },
  });
  expect(file.body).toMatch(/"Voucher created",[^\n]*"order 8"/u);
});

test('webhook events and the API use the same settlement id', async () => {
  const shop = await newPhoneShop();
  const body = { url: 'https://8.8.8.8/hook', events: ['settlement.processed' as const] };
  await system.call(saveWebhook, { body }, { bearer: shop.bearer });
  await earn(system, shop, 500);
  const batch = await settleOne(system, administrator, shop);
  await untilPaid(system, shop, batch);
  const { rows } = await system.owner.query<{ data: object }>(
    'select data from webhook_deliveries where merchant_id = $1',
    [shop.merchantId],
  );
  const { batchId } = batch;
  expect(rows).toMatchObject([{ data: { settlement_id: batchId, batch_id: batchId, amount: 500 } }]);
});
