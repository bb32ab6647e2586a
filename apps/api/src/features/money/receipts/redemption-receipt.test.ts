import {
  addressOf,
  merchantTransactions,
  noteBill,
  redemptionReceiptPdf,
  reverseAtTill,
  shortReference,
} from '@zawadi/contract';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { hire, newShop, redeemAtTillPage, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
});
afterAll(() => system.close());

function ask(worker: Worker, redemptionId: string) {
  return system.http.inject({
    url: addressOf(redemptionReceiptPdf, { params: { redemptionId } }),
    headers: { authorization: `Bearer ${worker.bearer}` },
  });
}

async function textOf(worker: Worker, redemptionId: string): Promise<string> {
  const response = await ask(worker, redemptionId);
  expect(response.headers['content-type']).toBe('application/pdf');
  const { text } = await extractText(new Uint8Array(response.rawPayload), { mergePages: true });
  return text.replaceAll(/\s+/gu, ' ');
}

async function sale(): Promise<{ redemptionId: string; code: string }> {
  const { code } = await makeGift(system, { amount: 1_000 });
  const { answer } = await redeemAtTillPage(system, shop.cashier, code, { amount: 350 });
  return { redemptionId: answer.redemptionId, code };
}

test('the receipt of a redemption shows amount, remaining balance, shop and cashier', async () => {
  const { redemptionId, code } = await sale();
  const text = await textOf(shop.cashier, redemptionId);
  expect(text).toMatch(/^Zawadi Receipt \w{5}-\w{5} Redeemed KES 350 Paid with Gift voucher ends in/u);
  expect(text).toContain('Paid to Mama Njeri');
  expect(text).toContain('Voucher before KES 950 Redeemed − KES 350 Left on the voucher KES 600');
  expect(text).toContain('Served by Juma Cash');
  expect(text).toContain(`ends in ${code.slice(-4)}`);
  expect(text).not.toContain(code.slice(0, 8));
  const bill = { redemptionId, total: 500, paidBy: 'mpesa', mpesaReceipt: 'UKL1A2B3C4' } as const;
  await system.call(noteBill, { body: bill }, shop.cashier);
  expect(await textOf(shop.cashier, redemptionId)).toContain(
    'Total of the bill KES 500 Rest paid by M-PESA UKL1A2B3C4 KES 150',
  );
  await system.call(reverseAtTill, { body: { redemptionId } }, shop.owner);
  expect(await textOf(shop.owner, redemptionId)).toContain('Redeemed, and reversed KES 350');
});

test('searching by receipt number finds its redemption, and no other redemption of the voucher', async () => {
  const { redemptionId, code } = await sale();
  await redeemAtTillPage(system, shop.cashier, code, { amount: 100 });
  const search = shortReference(redemptionId);
  expect(await textOf(shop.cashier, redemptionId)).toContain(`Receipt ${search}`);
  const { answer } = await system.call(merchantTransactions, { query: { search } }, shop.owner);
  expect(answer.transactions.map((one) => one.redemptionId)).toEqual([redemptionId]);
});

test('the receipt of a reversed redemption keeps its original amounts', async () => {
  const { redemptionId } = await sale();
  await system.call(reverseAtTill, { body: { redemptionId } }, shop.owner);
  expect(await textOf(shop.owner, redemptionId)).toContain(
    'Redeemed − KES 350 Given back KES 350 Left on the voucher KES 950',
  );
});

test('refuses a cashier the receipts of other staff and of yesterday, and refuses all staff other shops’ receipts', async () => {
  const { redemptionId } = await sale();
  const otherCashier = await hire(system, shop.merchantId, 'cashier', 'Akinyi Otieno');
  const other = await newShop(system);
  for (const worker of [otherCashier, other.owner]) {
    expect((await ask(worker, redemptionId)).json()).toMatchObject({
      responseCode: 404,
      code: 'redemption_not_found',
    });
  }
  await system.owner.query(
    `update redemptions set redeemed_at = date_trunc('day', now(), 'Africa/Nairobi') - interval '1 ms'
     where id = $1`,
    [redemptionId],
  );
  expect((await ask(shop.cashier, redemptionId)).statusCode).toBe(404);
  expect((await ask(shop.manager, redemptionId)).statusCode).toBe(200);
});
