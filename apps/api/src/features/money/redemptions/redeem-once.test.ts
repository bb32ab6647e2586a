import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { hold } from '../../../testing/holds.ts';
import { newTill, owedTo, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { voucherCodeKeys } from '../vouchers/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function newScene(amount = 1_000) {
  return { till: await newTill(system), gift: await makeGift(system, { amount }), key: randomUUID() };
}

test('refuses a redemption without an Idempotency-Key', async () => {
  const { till, gift } = await newScene();
  const refused = await redeem(system, till, gift.code, { key: null });
  expect(refused).toMatchObject({ status: 400, outcome: 'idempotency_key_missing' });
  expect(await leftOn(system, gift)).toBe(950);
});

test('a repeated redemption request gets the same answer, marked as a repetition', async () => {
  const { till, gift, key } = await newScene();
  const first = await redeem(system, till, gift.code, { amount: 100, key });
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  for (let n = 0; n < 3; n += 1) {
    const again = await redeem(system, till, gift.code.toLowerCase(), { amount: 100, key });
    expect(again.answer).toEqual(first.answer);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(await leftOn(system, gift)).toBe(850);
});

test('repeats a redemption’s answer unchanged, even after later redemptions', async () => {
  const { till, gift, key } = await newScene();
  const first = await redeem(system, till, gift.code, { amount: 100, key });
  await redeem(system, till, gift.code);
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 day' where id = $1`, [
    gift.voucherId,
  ]);
  expect((await redeem(system, till, gift.code, { amount: 100, key })).answer).toEqual(first.answer);
});

test('F24 refuses an idempotency key that was used for another amount', async () => {
  const { till, gift, key } = await newScene();
  await redeem(system, till, gift.code, { amount: 100, key });
  for (const amount of [101, undefined]) {
    const refused = await redeem(system, till, gift.code, { amount, key });
    expect(refused).toMatchObject({ status: 422, outcome: 'idempotency_key_reused' });
  }
  expect(await leftOn(system, gift)).toBe(850);
});

test('a refusal about a used-up voucher says when the rest was redeemed, and a repetition says the same', async () => {
  const { till, gift, key } = await newScene();
  await redeem(system, till, gift.code, { amount: 100 });
  const last = await redeem(system, till, gift.code);
  const { rows } = await system.owner.query<{ at: Date }>(
    'select redeemed_at as at from redemptions where id = $1',
    [last.answer.redemption?.id],
  );
  const usedAt = rows[0]?.at.toISOString();
  const held = await hold(system, till, gift.code, { key: randomUUID() });
  expect(held).toMatchObject({ outcome: 'voucher_used', refusal: { balance: 0, used_at: usedAt } });
  const first = await redeem(system, till, gift.code, { amount: 50, key });
  expect(first).toMatchObject({ outcome: 'voucher_used', refusal: { balance: 0, used_at: usedAt } });
  await system.owner.query(
    `update redemptions set redeemed_at = redeemed_at - interval '1 day' where id = $1`,
    [last.answer.redemption?.id],
  );
  const again = await redeem(system, till, gift.code, { amount: 50, key });
  expect(again).toMatchObject({ outcome: 'voucher_used', refusal: { used_at: usedAt } });
  const other = await redeem(system, till, gift.code, { amount: 50 });
  expect(other.refusal).not.toMatchObject({ used_at: usedAt });
});

test('a repeated request gets the same refusal about the voucher, even if it would now succeed', async () => {
  const { till, gift, key } = await newScene();
  const [first, again] = [
    await redeem(system, till, gift.code, { amount: 951, key }),
    await redeem(system, till, gift.code, { amount: 951, key }),
  ];
  expect(first).toMatchObject({ status: 409, outcome: 'insufficient_voucher_balance' });
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(again).toMatchObject({ status: 409, outcome: 'insufficient_voucher_balance' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');

  const expiredKey = randomUUID();
  const expire = (when: string) =>
    system.owner.query(`update vouchers set expires_at = now() + $2::interval where id = $1`, [
      gift.voucherId,
      when,
    ]);
  await expire('-1 day');
  expect((await redeem(system, till, gift.code, { key: expiredKey })).outcome).toBe('voucher_expired');
  await expire('1 day');
  expect((await redeem(system, till, gift.code, { key: expiredKey })).outcome).toBe('voucher_expired');
  expect((await redeem(system, till, gift.code)).outcome).toBe('ok');
});

test('stores no answer for an unknown voucher, or for an invalid or forbidden request', async () => {
  const { till, gift, key } = await newScene();
  expect((await redeem(system, till, gift.voucherId, { amount: 5, key })).status).toBe(404);
  expect((await redeem(system, till, gift.code, { amount: 0, key })).status).toBe(422);
  expect((await redeem(system, { ...till, basic: 'a:b' }, gift.code, { amount: 5, key })).status).toBe(401);
  expect((await redeem(system, till, gift.code, { amount: 5, key })).outcome).toBe('ok');
  expect(await leftOn(system, gift)).toBe(945);
});

test('an idempotency key covers a voucher’s code and its id alike', async () => {
  const { till, gift, key } = await newScene();
  const byCode = await redeem(system, till, gift.code, { amount: 100, key });
  const byId = await redeem(system, till, gift.voucherId, { amount: 100, key });
  expect(byId.answer).toEqual(byCode.answer);
  expect(byId.headers.get('idempotent-replayed')).toBe('true');
  expect(await redeem(system, till, gift.voucherId, { amount: 200, key })).toMatchObject({
    outcome: 'idempotency_key_reused',
  });

  const other = randomUUID();
  const together = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      redeem(system, till, n % 2 === 0 ? gift.code : gift.voucherId, { amount: 50, key: other }),
    ),
  );
  expect(new Set(together.map(({ answer }) => answer.redemption.id)).size).toBe(1);
  expect(await leftOn(system, gift)).toBe(800);
});

test('repeats a stored answer for a code that was voided since, and refuses new requests with the code', async () => {
  const { till, gift, key } = await newScene();
  const refused = await redeem(system, till, gift.code, { amount: 951, key });
  expect(refused.outcome).toBe('insufficient_voucher_balance');
  await retireCode(gift);
  const again = await redeem(system, till, gift.code, { amount: 951, key });
  expect(again).toMatchObject({ status: 409, outcome: 'insufficient_voucher_balance' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  for (const [amount, anyKey, outcome] of [
    [1, key, 'idempotency_key_reused'],
    [951, randomUUID(), 'voucher_not_found'],
    [undefined, randomUUID(), 'voucher_not_found'],
  ] as const) {
    expect(await redeem(system, till, gift.code, { amount, key: anyKey })).toMatchObject({ outcome });
  }
  const stranger = await newTill(system);
  expect((await redeem(system, stranger, gift.code, { amount: 951, key })).status).toBe(404);
  expect(await leftOn(system, gift)).toBe(950);
});

/** Voids a code, as a correction of the recipient does. */
async function retireCode({ voucherId, code }: { voucherId: string; code: string }): Promise<void> {
  const keys = voucherCodeKeys(system.deps.keys, code.replaceAll('-', ''));
  await system.owner.query('select retire_voucher_name(name, $1) from unnest($2::text[]) as name', [
    voucherId,
    keys,
  ]);
}

test('F23 fifty concurrent repetitions of a request are one redemption with one answer', async () => {
  const { till, gift, key } = await newScene();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => redeem(system, till, gift.code, { amount: 100, key })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(await leftOn(system, gift)).toBe(850);
  expect(await owedTo(system, till)).toBe(100);
});

test('one idempotency key with two concurrent amounts redeems only one amount', async () => {
  const { till, gift, key } = await newScene();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => redeem(system, till, gift.code, { amount: 100 + (n % 2), key })),
  );
  const outcomes = replies.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'idempotency_key_reused')).toHaveLength(10);
  expect([100, 101]).toContain(await owedTo(system, till));
});

test('F26 two merchants can use the same idempotency key independently', async () => {
  const { till, gift, key } = await newScene();
  const other = await newTill(system);
  const [first, second] = await Promise.all([
    redeem(system, till, gift.code, { amount: 100, key }),
    redeem(system, other, gift.code, { amount: 200, key }),
  ]);
  expect([first.outcome, second.outcome]).toEqual(['ok', 'ok']);
  expect([await owedTo(system, till), await owedTo(system, other)]).toEqual([100, 200]);
});

test('one idempotency key can redeem two different vouchers', async () => {
  const { till, gift, key } = await newScene();
  const other = await makeGift(system, { amount: 1_000 });
  expect((await redeem(system, till, gift.code, { amount: 100, key })).outcome).toBe('ok');
  expect((await redeem(system, till, other.code, { amount: 100, key })).outcome).toBe('ok');
  expect(await owedTo(system, till)).toBe(200);
});
