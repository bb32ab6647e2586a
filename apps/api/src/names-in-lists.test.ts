import {
  adminListUsers,
  findShops,
  freezeUser,
  history,
  listAudit,
  listDeskAlerts,
  listMerchants,
  listTransactions,
  makeMerchantVoucher,
  merchantTransactions,
  merchantVouchers,
  searchEverything,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from './testing/consumers.ts';
import { makeGift } from './testing/gifts.ts';
import { newAdministrator, type Administrator } from './testing/settlement-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from './testing/shops.ts';
import { createTestSystem, type TestSystem } from './testing/test-system.ts';

// As an iPhone types it. Each list has one row with this name.
const NAME = 'K\u0129mani Ng\u2019ang\u2019a';

let system: TestSystem;
let administrator: Administrator;
let shop: Shop;
let buyer: SignedIn;
let holderId: string;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  shop = await newShop(system);
  buyer = await newConsumer(system);
  const holder = await newConsumer(system);
  holderId = holder.user.id;
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient: holder });
  const [first, last] = NAME.split(' ');
  for (const [change, values] of [
    ['update users set first_name = $2, last_name = $3 where id = $1', [holderId, first, last]],
    ['update vouchers set recipient_name = $2 where id = $1', [gift.voucherId, NAME]],
    ['update purchase_gifts set recipient_name = $2 where voucher_id = $1', [gift.voucherId, NAME]],
    ['update merchants set business_name = $2 where id = $1', [shop.merchantId, `Duka la ${NAME}`]],
    [
      `insert into fraud_alerts (id, merchant_id, rule, severity, subject, details, raised_at)
       values (gen_random_uuid(), $1, 'wrong_codes', 'High', 'a shop', '{}', now())`,
      [shop.merchantId],
    ],
  ] as const)
    await system.owner.query(change, [...values]);
  await redeemAtTillPage(system, shop.cashier, gift.code);
  const body = { amount: 100, recipientName: NAME, attemptId: randomUUID() };
  await system.call(makeMerchantVoucher, { body }, shop.owner);
  const reason = 'Asked for on the phone';
  await system.call(freezeUser, { params: { userId: holderId }, body: { reason } }, administrator);
});
afterAll(() => system.close());

const everything = async (text: string) =>
  (await system.call(searchEverything, { body: { text } }, administrator)).answer;

/** Counts the rows that a search finds in each list and look-up. */
const FOUND_IN: Record<string, (search: string) => Promise<number>> = {
  users: async (search) =>
    (await system.call(adminListUsers, { query: { search } }, administrator)).answer.users.length,
  'search, people': async (search) => (await everything(search)).people.length,
  'search, merchants': async (search) => (await everything(search)).merchants.length,
  'search, vouchers': async (search) => ((await everything(search)).vouchers.length > 0 ? 1 : 0),
  transactions: async (search) =>
    (await system.call(listTransactions, { query: { search, type: 'Deposit' } }, administrator)).answer
      .transactions.length,
  merchants: async (search) =>
    (await system.call(listMerchants, { body: { search } }, administrator)).answer.length,
  'fraud alerts': async (search) =>
    (await system.call(listDeskAlerts, { query: { search } }, administrator)).answer.alerts.length,
  'audit log': async (search) =>
    (await system.call(listAudit, { query: { search } }, administrator)).answer.entries.filter(
      ({ subjectId }) => subjectId === holderId,
    ).length,
  'shops that accept gifts': async (search) =>
    (await system.call(findShops, { query: { search } })).answer.shops.length,
  'a merchant’s transactions': async (search) =>
    (await system.call(merchantTransactions, { query: { search } }, shop.owner)).answer.transactions.length,
  'a merchant’s own vouchers': async (search) =>
    (await system.call(merchantVouchers, { query: { search } }, shop.owner)).answer.vouchers.length,
  'a consumer’s history': async (search) =>
    (await system.call(history, { query: { search } }, buyer)).answer.activities.length,
};

test.each(Object.entries(FOUND_IN))('%s: a name is found as people type it', async (_list, found) => {
  for (const typed of [
    NAME,
    "Ng'ang'a",
    'Nganga',
    'NG\u02bcANG\u02bcA',
    'Kimani',
    "ng'ang kim",
    'NGANGA KIMANI',
  ])
    expect([typed, await found(typed)]).toEqual([typed, 1]);
  for (const typed of ['imani', 'Kimani Otieno', 'Kamau Ng\u2019ang\u2019a'])
    expect([typed, await found(typed)]).toEqual([typed, 0]);
});

test.each([
  'users',
  'search, people',
  'search, vouchers',
  'transactions',
  'audit log',
  'a merchant’s transactions',
  'a merchant’s own vouchers',
  'a consumer’s history',
])('%s: a person is found by the three names that M-PESA writes', async (list) => {
  for (const typed of ['KIMANI MUTHONI NG\u2019ANG\u2019A', 'NGANGA JOHN KIMANI KAMAU'])
    expect([typed, await FOUND_IN[list]?.(typed)]).toEqual([typed, 1]);
  expect(await FOUND_IN[list]?.('KIMANI MUTHONI KAMAU')).toBe(0);
});

test('the audit log finds an administrator’s acts by the name as people type it', async () => {
  await system.owner.query('update administrators set name = $2 where name = $1', [administrator.name, NAME]);
  await system.owner.query(`update users set first_name = 'Asha' where id = $1`, [holderId]);
  expect(await FOUND_IN['audit log']?.("Ng'ang'a Kimani")).toBe(1);
});
