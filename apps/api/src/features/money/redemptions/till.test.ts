import { randomUUID } from 'node:crypto';
import { formatVoucherCode, lookUpVoucher, todaysRedemptions, voucherCodeFromBytes } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift, makeGifts } from '../../../testing/gifts.ts';
import { hire, newShop, redeemAtTillPage, type Shop, type Worker } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem } from '../../../testing/tills.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
});
afterAll(() => system.close());

function lookUp(worker: Worker, code: string) {
  return system.call(lookUpVoucher, { body: { code } }, worker);
}

async function todayOf(worker: Worker, query: { of?: 'me' | 'everybody'; limit?: number; cursor?: string }) {
  return system.call(todaysRedemptions, { query }, worker);
}

test('looking a voucher up at a till shows balance and recipient’s name, but not the code', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const typed = formatVoucherCode(gift.code).toLowerCase();
  const { answer } = await lookUp(shop.cashier, ` ${typed} `);
  expect(answer).toMatchObject({
    voucherId: gift.voucherId,
    status: 'ACTIVE',
    value: 950,
    balance: 950,
    codeLastFour: gift.code.slice(-4),
    recipientName: 'Kip R.',
    isRedeemable: true,
  });
  expect(JSON.stringify(answer)).not.toContain(gift.code.slice(0, 8));
  expect(answer).not.toHaveProperty('reason');
});

test('looking a voucher up at a till shows why it cannot be redeemed', async () => {
  const [used, late, early] = await makeGifts(system, 3, { amount: 100 });
  if (!used || !late || !early) throw new Error('three gifts were made');
  await redeemAtTillPage(system, shop.cashier, used.code);
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 second' where id = $1`, [
    late.voucherId,
  ]);
  await system.owner.query(`update vouchers set deliver_at = now() + interval '1 day' where id = $1`, [
    early.voucherId,
  ]);
  const reasons = await Promise.all(
    [used, late, early].map(async ({ code }) => (await lookUp(shop.cashier, code)).answer.reason?.code),
  );
  expect(reasons).toEqual(['voucher_used', 'voucher_expired', 'voucher_not_yet_delivered']);
  const nobodys = voucherCodeFromBytes(Buffer.alloc(15, 7));
  for (const code of [nobodys, 'nonsense', used.voucherId]) {
    expect(await lookUp(shop.cashier, code)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
    expect(await redeemAtTillPage(system, shop.cashier, code)).toMatchObject({
      outcome: 'voucher_not_found',
    });
  }
});

test('a voucher issued by another shop is redeemable only there', async () => {
  const gift = await makeGift(system, { amount: 100 });
  const issuer = await newShop(system);
  await system.owner.query('update vouchers set issuer_merchant_id = $2 where id = $1', [
    gift.voucherId,
    issuer.merchantId,
  ]);
  expect((await lookUp(shop.cashier, gift.code)).answer).toMatchObject({
    isRedeemable: false,
    reason: { code: 'voucher_not_redeemable_here' },
  });
  const elsewhere = await redeemAtTillPage(system, shop.cashier, gift.code);
  expect(elsewhere).toMatchObject({ status: 409, outcome: 'voucher_not_redeemable_here' });
  expect((await redeemAtTillPage(system, issuer.cashier, gift.code)).status).toBe(200);
});

test('a till redeems part of a voucher, then the rest, each with a complete receipt', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const first = await redeemAtTillPage(system, shop.cashier, gift.code, { amount: 350 });
  expect(first.answer).toMatchObject({
    voucherId: gift.voucherId,
    amount: 350,
    balance: 600,
    businessName: 'Mama Njeri',
    servedBy: 'Juma Cash',
    channel: 'portal',
    recipientName: 'Kip R.',
    canBeReversed: false,
  });
  const rest = await redeemAtTillPage(system, shop.owner, gift.code);
  expect(rest.answer).toMatchObject({
    amount: 600,
    balance: 0,
    servedBy: 'Njeri Kamau',
    canBeReversed: true,
  });
  expect(await leftOn(system, gift)).toBe(0);
});

test('a till that sends an attempt again after a lost answer spends the voucher once', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const attempt = { amount: 100, attemptId: randomUUID() };
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map(() => redeemAtTillPage(system, shop.cashier, gift.code, attempt)),
  );
  const ids = new Set(replies.map(({ answer }) => answer.redemptionId));
  expect(ids.size).toBe(1);
  expect(await leftOn(system, gift)).toBe(850);
  const other = await redeemAtTillPage(system, shop.cashier, gift.code, { ...attempt, amount: 200 });
  expect(other).toMatchObject({ status: 422, outcome: 'idempotency_key_reused' });
});

test('of two tills that redeem a whole voucher concurrently exactly one succeeds', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const before = await owedTo(system, shop);
  const other = await hire(system, shop.merchantId, 'cashier', 'Akinyi Otieno');
  const replies = await Promise.all(
    [shop.cashier, other].map((worker) => redeemAtTillPage(system, worker, gift.code)),
  );
  expect(replies.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'voucher_used']);
  expect((await owedTo(system, shop)) - before).toBe(950);
});

test('two concurrent tills each redeem a part if the balance is enough for both', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const replies = await Promise.all(
    [shop.cashier, shop.manager].map((worker) =>
      redeemAtTillPage(system, worker, gift.code, { amount: 400 }),
    ),
  );
  expect(replies.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  expect(await leftOn(system, gift)).toBe(150);
});

test('A10 refuses to redeem at a merchant that was suspended after the look-up', async () => {
  const closing = await newShop(system);
  const gift = await makeGift(system, { amount: 1_000 });
  expect((await lookUp(closing.cashier, gift.code)).answer.isRedeemable).toBe(true);
  await system.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [closing.merchantId]);
  const reply = await redeemAtTillPage(system, closing.cashier, gift.code);
  expect([401, 403]).toContain(reply.status);
  expect(await leftOn(system, gift)).toBe(950);
});

test('staff of a merchant awaiting approval sign in and cannot redeem', async () => {
  const waiting = await newTill(system, false);
  const worker = await hire(system, waiting.merchantId, 'cashier', 'Early Bird');
  const gift = await makeGift(system, { amount: 100 });
  expect(await lookUp(worker, gift.code)).toMatchObject({ status: 403, outcome: 'merchant_not_active' });
  expect(await redeemAtTillPage(system, worker, gift.code)).toMatchObject({ outcome: 'merchant_not_active' });
});

test('a cashier lists own redemptions of today; owner and manager list all staff’s redemptions', async () => {
  const busy = await newShop(system);
  const gifts = await makeGifts(system, 4, { amount: 100 });
  const [own, ownToo, managers, machines] = gifts.map(({ code }) => code);
  for (const code of [own, ownToo]) await redeemAtTillPage(system, busy.cashier, code ?? '');
  await redeemAtTillPage(system, busy.manager, managers ?? '', { amount: 10 });
  await redeem(system, busy, machines ?? '', { amount: 20 });
  await redeemAtTillPage(system, shop.cashier, managers ?? '');

  expect((await todayOf(busy.cashier, {})).answer).toMatchObject({ count: 2, amount: 190 });
  expect(await todayOf(busy.cashier, { of: 'everybody' })).toMatchObject({
    status: 403,
    outcome: 'forbidden',
  });
  const everybody = (await todayOf(busy.owner, { of: 'everybody', limit: 3 })).answer;
  expect(everybody).toMatchObject({ count: 4, amount: 220 });
  expect(everybody.redemptions.map(({ servedBy }) => servedBy)).toEqual(['API', 'Moses Maina', 'Juma Cash']);
  const next = await todayOf(busy.owner, { of: 'everybody', limit: 3, cursor: everybody.nextCursor });
  expect(next.answer.redemptions.map(({ servedBy }) => servedBy)).toEqual(['Juma Cash']);

  await system.owner.query(
    `update redemptions set redeemed_at = date_trunc('day', now(), 'Africa/Nairobi') - interval '1 ms'
     where staff_id = $1`,
    [busy.cashier.staffId],
  );
  expect((await todayOf(busy.cashier, {})).answer).toMatchObject({ redemptions: [], count: 0, amount: 0 });
});
