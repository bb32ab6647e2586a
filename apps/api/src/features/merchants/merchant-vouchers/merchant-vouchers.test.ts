import { randomUUID } from 'node:crypto';
import {
  makeMerchantVoucher,
  merchantOverview,
  merchantVouchers,
  merchantVouchersCsv,
  resendMerchantVoucher,
  voidMerchantVoucher,
  type CallInput,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { issue } from '../../../testing/merchant-api-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from '../../../testing/shops.ts';
import { owedTo, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Creates a shop that is owed 950 shillings. */
async function fundedShop(): Promise<Shop> {
  const shop = await newShop(system);
  await redeemAtTillPage(system, shop.cashier, (await makeGift(system, { amount: 1_000 })).code);
  return shop;
}

type Body = CallInput<typeof makeMerchantVoucher>['body'];

function make(by: { bearer: string }, body: Partial<Body> = {}) {
  return system.call(
    makeMerchantVoucher,
    { body: { amount: 100, recipientName: 'Asha Kip', attemptId: randomUUID(), ...body } },
    by,
  );
}

async function list(shop: Shop, query: CallInput<typeof merchantVouchers>['query'] = {}) {
  return (await system.call(merchantVouchers, { query }, shop.manager)).answer;
}

const voidIt = (by: { bearer: string }, voucherId: string) =>
  system.call(voidMerchantVoucher, { body: { voucherId, reason: 'Made by mistake' } }, by);

test('a manager issues a voucher, and a repeated request of the same attempt issues no second one', async () => {
  const shop = await fundedShop();
  const attempt = { attemptId: randomUUID(), phone: '0711 000 555', reference: 'order 7' };
  const [first, again] = await Promise.all([make(shop.manager, attempt), make(shop.manager, attempt)]);
  expect(first.answer).toMatchObject({
    voucher: {
      status: 'ACTIVE',
      value: 100,
      balance: 100,
      recipientName: 'Asha Kip',
      phone: '07•• ••• 555',
      reference: 'order 7',
      createdBy: 'Moses Maina',
    },
    code: expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/u),
    claimUrl: expect.stringMatching(/\/v\/[\w-]{20,}$/u),
  });
  expect(again.answer).toEqual(first.answer);
  expect((await make(shop.manager, attempt)).answer).toEqual(first.answer);
  expect((await make(shop.manager, { ...attempt, amount: 200 })).outcome).toBe('idempotency_key_reused');
  expect(await owedTo(system, shop)).toBe(850);
  expect((await redeem(system, shop, first.answer.code)).outcome).toBe('ok');
});

test('refuses a voucher above the shop’s balance', async () => {
  const shop = await fundedShop();
  expect((await make(shop.owner, { amount: 951 })).outcome).toBe('insufficient_merchant_balance');
  expect((await make(shop.owner, { validTo: '2020-01-01' })).outcome).toBe('expiry_moment_invalid');
  expect((await make(shop.cashier)).outcome).toBe('forbidden');
  expect(await owedTo(system, shop)).toBe(950);
  expect((await list(shop)).vouchers).toEqual([]);
});

test('the list of own vouchers sums the remaining value of all vouchers, whatever the filters', async () => {
  const shop = await fundedShop();
  const asha = (await make(shop.owner, { reference: 'Order 7/a' })).answer;
  const juma = (await issue(system, shop, { amount: 300, recipient: { name: 'Juma' } })).answer;
  await redeem(system, shop, juma.code, { amount: 50 });
  const all = await list(shop);
  expect(all.totals).toEqual({ count: 2, isMore: false, outstanding: 350, open: 2, available: 600 });
  expect(
    all.vouchers.map(({ recipientName, createdBy, balance }) => [recipientName, createdBy, balance]),
  ).toEqual([
    ['Juma', 'API', 250],
    ['Asha Kip', 'Njeri Kamau', 100],
  ]);
  for (const query of [
    { search: 'order 7' },
    { search: 'asha' },
    { search: asha.code.slice(-4) },
    { status: 'ACTIVE' as const },
  ]) {
    const found = await list(shop, query);
    expect(found.vouchers.map(({ recipientName }) => recipientName)).toEqual(['Asha Kip']);
    expect(found.totals).toMatchObject({ count: 1, outstanding: 350 });
  }
  expect((await list(shop, { search: '%%%' })).vouchers).toEqual([]);
  const file = await system.http.inject({
    url: `${merchantVouchersCsv.path}?search=order+7`,
    headers: { authorization: `Bearer ${shop.owner.bearer}` },
  });
  expect(file.body).toContain('"Order 7/a"');
  expect(file.body).not.toContain('Juma');
});

test('an owner voids a voucher: the shop gets the remaining value, and the answer has the exact amount', async () => {
  const shop = await fundedShop();
  const { voucher } = (await make(shop.owner)).answer;
  expect((await voidIt(shop.cashier, voucher.voucherId)).outcome).toBe('forbidden');
  const { answer } = await voidIt(shop.owner, voucher.voucherId);
  expect(answer).toMatchObject({ status: 'VOIDED', balance: 0, canBeVoided: false, canBeSent: false });
  expect((await voidIt(shop.owner, voucher.voucherId)).answer).toEqual(answer);
  expect(await owedTo(system, shop)).toBe(950);
  expect((await list(shop)).totals).toMatchObject({ outstanding: 0, open: 0, available: 950 });
  const { rows } = await system.owner.query(
    `select kind, actor_kind, reason, amount_cents::int as cents, staff_id is not null as by_person
     from voucher_activities where voucher_id = $1 order by at`,
    [voucher.voucherId],
  );
  expect(rows).toEqual([
    { kind: 'ISSUED', actor_kind: 'merchant', reason: null, cents: 10_000, by_person: true },
    { kind: 'VOIDED', actor_kind: 'merchant', reason: 'Made by mistake', cents: 10_000, by_person: true },
  ]);
});

test('resends a voucher from the portal, at most once in ten minutes', async () => {
  const shop = await fundedShop();
  const { voucher } = (await make(shop.owner, { phone: '0711 000 666' })).answer;
  const resend = () =>
    system.call(resendMerchantVoucher, { body: { voucherId: voucher.voucherId } }, shop.manager);
  expect((await resend()).answer).toMatchObject({ canBeSent: true, resendAt: expect.any(String) });
  expect((await resend()).outcome).toBe('resend_too_soon');
});

test('does not find another shop’s voucher', async () => {
  const [shop, other] = [await fundedShop(), await fundedShop()];
  const { voucher } = (await make(shop.owner)).answer;
  expect((await voidIt(other.owner, voucher.voucherId)).outcome).toBe('voucher_not_found');
  expect((await list(other)).vouchers).toEqual([]);
});

test('the dashboard shows the remaining value of the shop’s own vouchers next to the amount owed', async () => {
  const shop = await fundedShop();
  await make(shop.owner, { amount: 302 });
  const { answer } = await system.call(merchantOverview, { query: {} }, shop.owner);
  expect(answer).toMatchObject({ totalRedeemedValue: 950, pendingSettlements: 648, inOwnVouchers: 302 });
});
