import { merchantTransactions, merchantTransactionsCsv, noteBill, todaysRedemptions } from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newShop, redeemAtTillPage, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';

let system: TestSystem;
let shop: Shop;
let redemptionId: string;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
  const { code } = await makeGift(system, { amount: 1_000 });
  ({ redemptionId } = (await redeemAtTillPage(system, shop.cashier, code, { amount: 700 })).answer);
});
afterAll(() => system.close());

function note(
  { bearer }: Worker,
  body: { total: number; paidBy: 'cash' | 'card' | 'mpesa'; mpesaReceipt?: string },
) {
  return system.call(noteBill, { body: { redemptionId, ...body } }, { bearer });
}

test('keeps the bill and the payment of its rest with the redemption, in list, details and file', async () => {
  const owed = await owedTo(system, shop);
  const bill = { total: 1_000, rest: 300, paidBy: 'mpesa', mpesaReceipt: 'UKL1A2B3C4' };
  const noted = await note(shop.cashier, { total: 1_000, paidBy: 'mpesa', mpesaReceipt: 'ukl1a2b3c4' });
  expect(noted.answer.bill).toEqual(bill);
  const { answer: today } = await system.call(todaysRedemptions, { query: {} }, shop.cashier);
  expect(today.redemptions[0]?.bill).toEqual(bill);
  const { answer } = await system.call(merchantTransactions, { query: {} }, shop.owner);
  expect(answer.transactions[0]?.bill).toEqual(bill);
  const file = await system.http.inject({
    method: 'GET',
    url: merchantTransactionsCsv.path,
    headers: { authorization: authorizationOf(shop.owner) },
  });
  expect(file.body).toContain('"Bill (KES)","Rest of bill (KES)","Rest paid by","M-PESA receipt of rest"');
  expect(file.body).toContain('"1000","300","M-PESA","UKL1A2B3C4"');
  expect(await owedTo(system, shop)).toBe(owed);
});

test('a second note replaces the first', async () => {
  await note(shop.cashier, { total: 1_000, paidBy: 'mpesa', mpesaReceipt: 'UKL1A2B3C4' });
  const { answer } = await note(shop.manager, { total: 900, paidBy: 'cash' });
  expect(answer.bill).toEqual({ total: 900, rest: 200, paidBy: 'cash' });
});

test('refuses a bill that the voucher paid in full, M-PESA without its receipt, and strangers', async () => {
  expect((await note(shop.cashier, { total: 700, paidBy: 'cash' })).outcome).toBe('bill_too_small');
  expect((await note(shop.cashier, { total: 900, paidBy: 'mpesa' })).outcome).toBe('bill_receipt_missing');
  const other = await newShop(system);
  expect((await note(other.owner, { total: 900, paidBy: 'cash' })).outcome).toBe('redemption_not_found');
});
