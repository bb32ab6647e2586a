import { brotliDecompressSync } from 'node:zlib';
import {
  claimVoucher,
  addressOf,
  findShops,
  SHOPS_SHOWN,
  showCodeByLink,
  suggestedSentences,
  viewVoucher,
  type PublicVoucher,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { stop } from '../../../testing/stop-calls.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { expireVouchers } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function view({ claimToken }: Pick<Gift, 'claimToken'>): Promise<PublicVoucher> {
  return (await system.call(viewVoucher, { params: { claimToken } })).answer;
}

function show({ claimToken }: Pick<Gift, 'claimToken'>) {
  return system.call(showCodeByLink, { body: { claimToken } });
}

const CODE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/u;

test('S161 a claim link shows the gift and its shops; the code needs a separate request', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const seen = await view(gift);
  expect(seen).toMatchObject({
    voucherId: gift.voucherId,
    status: 'ACTIVE',
    value: 950,
    balance: 950,
    senderName: 'Neema Achieng',
    recipientName: 'Kip Rotich',
    message: 'Hongera',
  });
  expect(JSON.stringify(seen)).not.toMatch(
    /[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}/u,
  );
  const { code } = (await show(gift)).answer;
  expect(code).toMatch(CODE);
  expect(seen.shops.map(({ businessName }) => businessName)).toContain('Mama Njeri');
  expect((await redeem(system, till, code)).outcome).toBe('ok');
});

test('a claim link shows the code while the gift can be spent, and not afterwards', async () => {
  const [till, recipient] = [await newTill(system), await newConsumer(system)];
  const spent = await makeGift(system, { amount: 1_000 });
  await redeem(system, till, spent.code, { amount: 50 });
  expect(await view(spent)).toMatchObject({
    status: 'PARTIALLY_REDEEMED',
    balance: 900,
    hasCode: true,
  });
  expect((await show(spent)).answer.code).toMatch(CODE);
  await redeem(system, till, spent.code);
  const claimed = await makeGift(system, { amount: 1_000, recipient });
  await system.call(claimVoucher, { body: { claimToken: claimed.claimToken } }, { bearer: recipient.bearer });
  const expired = await makeGift(system, { amount: 1_000 });
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 second' where id = $1`, [
    expired.voucherId,
  ]);
  expect((await view(expired)).status).toBe('EXPIRED');
  await expireVouchers(system.deps);
  for (const [gift, status, outcome] of [
    [spent, 'REDEEMED', 'voucher_used'],
    [claimed, 'CLAIMED', 'voucher_claimed'],
    [expired, 'EXPIRED', 'voucher_expired'],
  ] as const) {
    expect(await view(gift)).toMatchObject({ status, balance: 0, value: 950, hasCode: false });
    expect(await show(gift)).toMatchObject({ status: 409, outcome });
  }
});

test('a claim link does not show an undelivered gift', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query(`update vouchers set deliver_at = now() + interval '1 day' where id = $1`, [
    gift.voucherId,
  ]);
  const { claimToken } = gift;
  const refused = await system.call(viewVoucher, { params: { claimToken } });
  expect(refused).toMatchObject({ status: 409, outcome: 'voucher_not_yet_delivered' });
  expect(await show(gift)).toMatchObject({ status: 409, outcome: 'voucher_not_yet_delivered' });
});

test('an unknown link, or a code or id in place of the link, shows no gift', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  for (const claimToken of ['unknown', gift.code, gift.voucherId, gift.claimToken.slice(1)]) {
    const refused = await system.call(viewVoucher, { params: { claimToken } });
    expect(refused).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  }
});

test('S406 a gift is valid for 24 months, to the end of a day in Nairobi', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const expiresAt = new Date((await view(gift)).expiresAt);
  const inNairobi = (at: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi', ...options }).format(at);
  expect(inNairobi(expiresAt, { timeStyle: 'medium' })).toBe('23:59:59');
  const { rows } = await system.owner.query<{ day: string }>(
    `select ((issued_at at time zone 'Africa/Nairobi')::date + interval '24 months')::date::text as day
     from vouchers where id = $1`,
    [gift.voucherId],
  );
  expect(inNairobi(expiresAt, { dateStyle: 'short' })).toBe(rows[0]?.day);
});

test('a gift’s page lists a limited number of shops, and a search by name finds the others', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query(
    `insert into merchants
       (id, merchant_code, business_name, contact_name, contact_email, contact_phone_msisdn, status, api_key, api_secret_hash)
     select gen_random_uuid(), 'SHOP' || n, case when n < 60 then 'duka la ' || n % 50 else 'Zuri 100% ' || n end,
       'Contact', 'shop@example.test', '254712000000', case n when 63 then 'SUSPENDED' else 'ACTIVE' end,
       'zk_shop' || n, decode(repeat('00', 32), 'hex')
     from generate_series(1, 63) n`,
  );
  onTestFinished(async () => {
    await system.owner.query(
      `delete from merchant_places p using merchants m
       where m.id = p.merchant_id and m.contact_email = 'shop@example.test'`,
    );
    await system.owner.query(`delete from merchants where contact_email = 'shop@example.test'`);
  });
  const { shops, shopCount } = await view(gift);
  expect(shops).toHaveLength(SHOPS_SHOWN);
  expect(shopCount).toBeGreaterThanOrEqual(62);
  expect(new Set(shops.map(({ shopId }) => shopId)).size).toBe(SHOPS_SHOWN);

  const found = async (search: string) => {
    const { answer } = await system.call(findShops, { query: { search } });
    return { ...answer, names: answer.shops.map(({ businessName }) => businessName) };
  };
  // Two shops have the same name, which must both be found.
  expect((await found(' LA 7 ')).names).toEqual(['duka la 7', 'duka la 7']);
  expect((await found('100% 6')).names).toEqual(['Zuri 100% 60', 'Zuri 100% 61', 'Zuri 100% 62']);
  expect(await found('duka')).toMatchObject({ isMore: true, names: { length: 20 } });
  expect(await found('no shop of this name')).toMatchObject({ isMore: false, names: [] });
  expect(await found('_')).toMatchObject({ names: [] });
  expect((await system.call(findShops, { query: { search: '  ' } })).status).toBe(422);
});

test('compresses the gift page’s answer only for clients that accept compression', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const url = addressOf(viewVoucher, { params: gift });
  const packed = await system.http.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  const plain = await system.http.inject({ url });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.json());
});

test('shows the sentences of stops that the holder of a gift notices', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  expect((await view(gift)).stops).toEqual([]);
  const administrator = await newAdministrator(system, 'administrator');
  await stop(system, administrator, 'redeeming');
  await stop(system, administrator, 'settling');
  expect((await view(gift)).stops).toEqual([suggestedSentences.redeeming]);
});
