import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { formatVoucherCode, readVoucher, voucherCodeFromBytes } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift, makeGifts } from '../../../testing/gifts.ts';
import { newTill, owedTo, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function unknownCode(): string {
  return voucherCodeFromBytes(randomBytes(15));
}

test('redeems a voucher in parts until it is used up', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const first = await redeem(system, till, gift.code, { amount: 350 });
  expect(first).toMatchObject({ status: 200, outcome: 'ok' });
  expect(first.answer).toMatchObject({
    id: gift.voucherId,
    object: 'voucher',
    status: 'PARTIALLY_REDEEMED',
    amount: 950,
    balance: 600,
    currency: 'KES',
    redemption: { amount: 350 },
  });
  expect((await redeem(system, till, gift.code, { amount: 601 })).outcome).toBe(
    'insufficient_voucher_balance',
  );
  const rest = await redeem(system, till, gift.code);
  expect(rest.answer).toMatchObject({ status: 'REDEEMED', balance: 0, redemption: { amount: 600 } });
  expect(await redeem(system, till, gift.code)).toMatchObject({ status: 409, outcome: 'voucher_used' });
  expect(await owedTo(system, till)).toBe(950);
});

test('the recipient is notified of every redemption', async () => {
  const recipient = { phoneNumber: '254711000111', email: 'kip@example.test' };
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000, recipient })];
  await redeem(system, till, gift.code, { amount: 333 });
  const [text] = await system.sandbox.sms(recipient.phoneNumber, /.*Mama Njeri.*/u);
  expect(text).toMatch(/333[^]*617/u);
});

test('accepts a voucher code in any common spelling', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const grouped = formatVoucherCode(gift.code);
  const spellings = [
    gift.code,
    grouped,
    grouped.toLowerCase(),
    grouped.replaceAll('-', ' '),
    ` ${grouped} `,
    grouped.replaceAll('0', 'O').replaceAll('1', 'I'),
    grouped.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
  for (const spelling of spellings) {
    expect(await redeem(system, till, spelling, { amount: 1 })).toMatchObject({ outcome: 'ok' });
  }
  expect(await leftOn(system, gift)).toBe(950 - spellings.length);
});

test('a merchant may redeem by a voucher’s id only after redeeming it once by its code', async () => {
  const [till, other] = [await newTill(system), await newTill(system)];
  const gift = await makeGift(system, { amount: 1_000 });
  const byId = (one = till) => redeem(system, one, gift.voucherId, { amount: 10 });
  expect(await byId()).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  await redeem(system, till, gift.code, { amount: 10 });
  expect(await byId()).toMatchObject({ status: 200, outcome: 'ok' });
  expect(await redeem(system, till, gift.voucherId.toUpperCase(), { amount: 10 })).toMatchObject({
    status: 200,
  });
  expect(await byId(other)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  expect(await leftOn(system, gift)).toBe(920);
});

test('does not find an unknown voucher code', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  for (const id of [
    unknownCode(),
    randomUUID(),
    gift.code.slice(1),
    'x',
    "' or 1=1 --",
    '%',
    '../..',
    'nul\u0000',
  ]) {
    expect(await redeem(system, till, id)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  }
});

test('answers differently for a mistyped and an unknown code, and the idempotency key can be used again', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const mistyped = gift.code.slice(0, -1) + (gift.code.endsWith('7') ? '8' : '7');
  for (const id of [
    mistyped,
    mistyped.replaceAll('-', ''),
    ` ${mistyped.toLowerCase()}`,
    'UUUU-UUUU-UUUU-UUUU',
  ]) {
    const refused = await redeem(system, till, id, { key: 'one' });
    expect(refused).toMatchObject({ status: 404, outcome: 'voucher_code_mistyped' });
    const read = await system.call(readVoucher, { params: { id } }, { basic: till.basic });
    expect(read).toMatchObject({ status: 404, outcome: 'voucher_code_mistyped' });
  }
  expect((await redeem(system, till, gift.code, { key: 'one' })).outcome).toBe('ok');
});

test('a refused redemption is a problem document with the refusal’s code', async () => {
  const refused = await redeem(system, await newTill(system), unknownCode());
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
  expect(refused.refusal).toMatchObject({
    status: 404,
    code: 'voucher_not_found',
    detail: 'We do not know this voucher.',
  });
});

test('refuses redemptions of a merchant awaiting approval, and of a suspended merchant within a second', async () => {
  const [pending, till] = [await newTill(system, false), await newTill(system)];
  const gift = await makeGift(system, { amount: 1_000 });
  const tooEarly = await redeem(system, pending, gift.code);
  expect(tooEarly).toMatchObject({ status: 403, outcome: 'merchant_not_active' });
  expect((await redeem(system, till, gift.code, { amount: 1 })).outcome).toBe('ok');
  await system.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [till.merchantId]);
  await pause(1_000);
  const tooLate = await redeem(system, till, gift.code, { amount: 1 });
  expect(tooLate).toMatchObject({ status: 403, outcome: 'merchant_not_active' });
});

test('refuses to redeem with wrong or malformed API credentials', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 100 })];
  const [apiKey = ''] = till.basic.split(':');
  for (const basic of [`${apiKey}:wrong`, 'a:b', '', ':', `${till.basic}x`]) {
    const refused = await redeem(system, { ...till, basic }, gift.code);
    expect(refused).toMatchObject({ status: 401, outcome: 'unauthenticated' });
  }
});

test.each([
  ['expired yesterday', `expires_at = now() - interval '1 second'`, 'voucher_expired'],
  ['is to be delivered tomorrow', `deliver_at = now() + interval '1 day'`, 'voucher_not_yet_delivered'],
  ['was voided', `closed_as = 'VOIDED', closed_at = now()`, 'voucher_void'],
  ['was refunded', `closed_as = 'REFUNDED', closed_at = now()`, 'voucher_void'],
])('refuses to redeem a voucher that %s', async (_name, change, outcome) => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  await system.owner.query(`update vouchers set ${change} where id = $1`, [gift.voucherId]);
  expect(await redeem(system, till, gift.code)).toMatchObject({ status: 409, outcome });
  expect(await leftOn(system, gift)).toBe(950);
});

test('redemptions that share a batch each have their own outcome', async () => {
  const till = await newTill(system);
  const gifts = await makeGifts(system, 30, { amount: 1_000 });
  const requests = gifts.map((gift, n) => {
    if (n % 3 === 0) return redeem(system, till, gift.code, { amount: 100 });
    return n % 3 === 1
      ? redeem(system, till, gift.code, { amount: 951 })
      : redeem(system, till, gift.voucherId);
  });
  const outcomes = (await Promise.all(requests)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(
    gifts.map((_, n) => ['ok', 'insufficient_voucher_balance', 'voucher_not_found'][n % 3]),
  );
  expect(await owedTo(system, till)).toBe(1_000);
});
