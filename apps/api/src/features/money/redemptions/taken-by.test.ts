import {
  listTransactionsByMachine,
  makeApiKey,
  merchantReport,
  merchantTransactions,
  revokeApiKey,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { capture, hold } from '../../../testing/holds.ts';
import { newShop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('lists, reports and the API name the API key that redeemed a voucher', async () => {
  const shop = await newShop(system);
  const key = { name: 'Till 2 upstairs', rights: 'redeem' } as const;
  const { keyId, apiKey, apiSecret } = (await system.call(makeApiKey, { body: key }, shop.owner)).answer;
  const till = { ...shop, basic: `${apiKey}:${apiSecret}` };
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, till, gift.code, { amount: 10 });
  await redeem(system, shop, gift.code, { amount: 10 });
  const held = await hold(system, till, gift.code, { amount: 100 });
  await capture(system, till, held.answer.id, { amount: 100 });
  await system.call(revokeApiKey, { params: { keyId } }, shop.owner);

  const { answer } = await system.call(listTransactionsByMachine, { query: {} }, { basic: shop.basic });
  expect(answer.data.map(({ taken_by }) => taken_by)).toEqual(['Till 2 upstairs', 'API', 'Till 2 upstairs']);
  const portal = await system.call(merchantTransactions, { query: {} }, shop.owner);
  expect(portal.answer.transactions.map(({ servedBy, channel }) => [servedBy, channel])).toEqual([
    ['Till 2 upstairs', 'api'],
    ['API', 'api'],
    ['Till 2 upstairs', 'api'],
  ]);
  const today = nairobiDay(new Date());
  const { answer: report } = await system.call(
    merchantReport,
    { query: { from: today, to: today } },
    shop.owner,
  );
  expect(report.byStaff.map(({ servedBy, redemptions }) => [servedBy, redemptions])).toEqual([
    ['Till 2 upstairs', 2],
    ['API', 1],
  ]);
});
