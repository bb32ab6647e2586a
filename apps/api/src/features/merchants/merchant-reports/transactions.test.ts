import {
  merchantTransactions,
  merchantTransactionsCsv,
  reverseAtTill,
  type MerchantTransaction,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newShop, redeemAtTillPage, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { redeem } from '../../../testing/tills.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
});
afterAll(() => system.close());

type Query = Parameters<typeof system.call<typeof merchantTransactions>>[1]['query'];

function page(worker: Worker, query: Query = {}) {
  return system.call(merchantTransactions, { query }, worker);
}

async function found(worker: Worker, query: Query): Promise<MerchantTransaction[]> {
  return (await page(worker, query)).answer.transactions;
}

async function csvOf(worker: Worker, query = ''): Promise<string[]> {
  const response = await system.http.inject({
    url: `${merchantTransactionsCsv.path}${query}`,
    headers: { authorization: `Bearer ${worker.bearer}` },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/u,
  );
  return response.body.trimEnd().split('\r\n');
}

/** Creates a gift to this recipient and redeems ten shillings of it. */
async function sale(at: Shop, recipientName: string) {
  const recipient = newPerson('Kip', 'Rotich');
  const gift = await makeGift(system, { amount: 100, recipient });
  await system.owner.query('update vouchers set recipient_name = $2 where id = $1', [
    gift.voucherId,
    recipientName,
  ]);
  const { answer } = await redeemAtTillPage(system, at.cashier, gift.code, { amount: 10 });
  return { gift, recipient, redemptionId: answer.redemptionId };
}

test('lists receipt, voucher, recipient, cashier and a masked phone number of each redemption', async () => {
  const { gift, recipient } = await sale(shop, 'Wambui Njoroge');
  const { rows } = await system.owner.query('select mpesa_receipt as receipt from vouchers where id = $1', [
    gift.voucherId,
  ]);
  const [row] = await found(shop.owner, {});
  expect(row).toMatchObject({
    mpesaTxnId: rows[0].receipt,
    voucherId: gift.voucherId,
    codeLastFour: gift.code.slice(-4),
    user: 'Wambui Njoroge',
    status: 'Completed',
    amount: 10,
    servedBy: 'Juma Cash',
    channel: 'portal',
  });
  expect(row?.phone).toBe(`0${recipient.phoneNumber[3]}•• ••• ${recipient.phoneNumber.slice(-3)}`);
  expect(row?.cloth).toBe('plain');
});

test('a reversed redemption is listed as Failed, and summed up apart in the list and as nothing in the file', async () => {
  const reversing = await newShop(system);
  const { redemptionId } = await sale(reversing, 'Otieno Ouma');
  await sale(reversing, 'Akinyi Ouma');
  await system.call(reverseAtTill, { body: { redemptionId } }, reversing.owner);
  const { answer } = await page(reversing.owner);
  const one = { count: 1, amount: 10 };
  const none = { count: 0, amount: 0 };
  const whole = { isMore: false, isWhole: true };
  const all = { ...whole, count: 2, amount: 20, completed: one, pending: none, reversed: one };
  expect(answer.totals).toEqual(all);
  const onlyReversed = { ...whole, count: 1, amount: 10, completed: none, pending: none, reversed: one };
  for (const query of [{ status: 'Reversed' as const }, { status: 'Failed' as const, search: 'otieno' }])
    expect((await page(reversing.owner, query)).answer.totals, query.status).toEqual(onlyReversed);
  const [headings = '', ...lines] = await csvOf(reversing.owner);
  const net = headings.split(',').indexOf('"Net (KES)"');
  expect(lines.map((line) => line.split(',')[net])).toEqual(['"10"', '"0"']);
  const failed = await found(reversing.owner, { status: 'Failed' });
  expect(failed.map((one) => [one.redemptionId, one.status, one.reversedAt !== undefined])).toEqual([
    [redemptionId, 'Failed', true],
  ]);
  expect(await found(reversing.owner, { status: 'Completed' })).toHaveLength(1);
  expect(await found(reversing.owner, { status: 'Pending' })).toEqual([]);
});

test('searches redemptions by words of a name, a whole phone number, receipt, voucher id or the end of a code', async () => {
  const searched = await newShop(system);
  const { gift, recipient } = await sale(searched, '100%_Chebet Möller');
  await sale(searched, 'Somebody Else');
  await system.owner.query(`update vouchers set mpesa_receipt = 'SKQ7ABC123' where id = $1`, [
    gift.voucherId,
  ]);
  const { voucherId } = gift;
  for (const search of [
    'chebet',
    'MÖL CHEB',
    'moller',
    '%_c',
    recipient.phoneNumber,
    `0${recipient.phoneNumber.slice(3)}`,
    `+${recipient.phoneNumber}`,
    'skq7abc123',
    voucherId,
    voucherId.toUpperCase(),
    gift.code.slice(-4).toLowerCase(),
  ]) {
    const rows = await found(searched.owner, { search });
    expect([search, rows.map((one) => one.voucherId)]).toEqual([search, [voucherId]]);
  }
  for (const search of [
    'chebet kip',
    'hebet',
    recipient.phoneNumber.slice(0, 10),
    'SKQ7ABC124',
    "' or true --",
    '___',
  ]) {
    expect([search, await found(searched.owner, { search })]).toEqual([search, []]);
  }
  expect((await page(searched.owner, { search: 'chebet' })).answer.totals).toMatchObject({ count: 1 });
  expect(await page(searched.owner, { search: 'ab' })).toMatchObject({ status: 422 });
});

test('pages of any size list every redemption once, even several of the same instant', async () => {
  const listed = await newShop(system);
  for (let n = 0; n < 5; n += 1) await sale(listed, `Person ${n}`);
  await system.owner.query('update redemptions set redeemed_at = now() where merchant_id = $1', [
    listed.merchantId,
  ]);
  const whole = await found(listed.owner, {});
  expect(new Set(whole.map(({ user }) => user)).size).toBe(5);
  const paged: MerchantTransaction[] = [];
  let cursor: string | undefined;
  do {
    const { answer } = await page(listed.owner, { limit: 2, cursor });
    expect(answer.totals === undefined).toBe(cursor !== undefined);
    paged.push(...answer.transactions);
    cursor = answer.nextCursor;
  } while (cursor !== undefined);
  expect(paged).toEqual(whole);
});

test('filters by Nairobi days, from midnight to midnight', async () => {
  const dated = await newShop(system);
  const moments = [
    '2026-03-01T20:59:59Z',
    '2026-03-01T21:00:00Z',
    '2026-03-02T20:59:59Z',
    '2026-03-02T21:00:00Z',
  ];
  for (const moment of moments) {
    const { redemptionId } = await sale(dated, moment);
    await system.owner.query('update redemptions set redeemed_at = $2 where id = $1', [redemptionId, moment]);
  }
  const rows = await found(dated.owner, { from: '2026-03-02', to: '2026-03-02' });
  expect(rows.map(({ user }) => user)).toEqual([moments[2], moments[1]]);
  expect(await csvOf(dated.owner, '?from=2026-03-02&to=2026-03-02')).toHaveLength(3);
});

test('only owner and manager may list redemptions, and only of their own merchant', async () => {
  await sale(shop, 'Private Person');
  const other = await newShop(system);
  expect(await page(shop.cashier)).toMatchObject({ status: 403, outcome: 'forbidden' });
  expect((await page(shop.manager)).status).toBe(200);
  expect((await page(other.owner)).answer).toMatchObject({ transactions: [], totals: { count: 0 } });
  expect(await found(other.owner, { search: 'private' })).toEqual([]);
});

test('A19 the CSV file has every matching redemption, and no cell that a spreadsheet would run', async () => {
  const exporting = await newShop(system);
  await sale(exporting, '=HYPERLINK("https://evil.example","x")');
  await sale(exporting, '@SUM(A1)');
  await sale(exporting, 'Plain, Person');
  const [headings, ...rows] = await csvOf(exporting.owner);
  expect(headings).toContain('"M-Pesa Txn ID"');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('"Plain, Person"');
  expect(rows[1]).toContain(`"'@SUM(A1)"`);
  expect(rows[2]).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
  expect(await csvOf(exporting.owner, '?search=plain')).toHaveLength(2);
});

test('lists redemptions made through the merchant’s API key, too', async () => {
  const gift = await makeGift(system, { amount: 100 });
  await redeem(system, shop, gift.code);
  const [row] = await found(shop.owner, { limit: 1 });
  expect(row).toMatchObject({ voucherId: gift.voucherId, servedBy: 'API', channel: 'api' });
});

test('refuses an invalid cursor or filter', async () => {
  const wrong: object[] = [
    { cursor: 'x' },
    { limit: 0 },
    { limit: 101 },
    { from: 'now' },
    { status: 'Open' },
  ];
  for (const query of wrong) expect((await page(shop.owner, query)).status).toBe(422);
});
