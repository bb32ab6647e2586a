import { listTransactionsByMachine, merchantTransactions, merchantTransactionsCsv } from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newShop, redeemAtTillPage, type Shop } from '../../../testing/shops.ts';
import { redeem } from '../../../testing/tills.ts';
import { sumUpDays } from '../../office/reports/index.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
  for (const [worker, amount] of [
    [shop.owner, 100],
    [shop.cashier, 200],
  ] as const) {
    const { code } = await makeGift(system, { amount: 1_000 });
    await redeemAtTillPage(system, worker, code, { amount });
  }
  await redeem(system, shop, (await makeGift(system, { amount: 1_000 })).code, { amount: 400 });
  await system.owner.query(`update merchant_staff set handle = 'JUMA' where id = $1`, [shop.cashier.staffId]);
});
afterAll(() => system.close());

async function amounts(query: object): Promise<number[]> {
  const { answer } = await system.call(listTransactionsByMachine, { query }, shop);
  return answer.data.map(({ amount }) => amount);
}

test('filters transactions by the name under which they were taken, and by a sign-in name', async () => {
  expect(await amounts({ taken_by: 'juma cash' })).toEqual([200]);
  expect(await amounts({ taken_by: 'Njeri Kamau' })).toEqual([100]);
  expect(await amounts({ taken_by: 'API' })).toEqual([400]);
  expect(await amounts({ staff: 'juma' })).toEqual([200]);
  expect(await amounts({ staff: 'owner' })).toEqual([100]);
  expect(await amounts({ staff: 'juma', taken_by: 'API' })).toEqual([]);
  expect(await amounts({ taken_by: 'Juma' })).toEqual([]);
});

test('a misspelt filter is refused with the right name', async () => {
  const { outcome, answer } = await system.call(
    listTransactionsByMachine,
    { query: { takenby: 'API' } as object },
    shop,
  );
  expect(outcome).toBe('unknown_field');
  expect(JSON.stringify(answer)).toContain('did you mean `taken_by`?');
});

test('the portal’s list, its totals and its file have the same filter', async () => {
  // The sums of past days are stored, without the names of staff.
  await system.owner.query(`update redemptions set redeemed_at = now() - interval '2 days'`);
  await sumUpDays(system.deps);
  const query = { servedBy: 'Juma Cash' };
  const { answer } = await system.call(merchantTransactions, { query }, shop.owner);
  expect(answer.transactions.map(({ amount }) => amount)).toEqual([200]);
  expect(answer.totals).toMatchObject({ count: 1, amount: 200, completed: { count: 1, amount: 200 } });
  const file = await system.http.inject({
    method: 'GET',
    url: `${merchantTransactionsCsv.path}?servedBy=Juma%20Cash`,
    headers: { authorization: authorizationOf(shop.owner) },
  });
  expect(file.body.trim().split('\r\n')).toHaveLength(2);
});
