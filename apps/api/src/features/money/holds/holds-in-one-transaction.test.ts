import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { assertHoldsAgree, hold } from '../../../testing/holds.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, type Till } from '../../../testing/tills.ts';
import { lockValue } from '../vouchers/index.ts';
import { endHolds, type Ending } from './end-holds.ts';
import { releaseHoldsOf } from './release-holds.ts';
import { reserveValues } from './reserve-values.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  system.atEnd(() => assertHoldsAgree(system));
});
afterAll(() => system.close());

const BY_SUPPORT = {
  kind: 'admin',
  id: '01940000-0000-7000-8000-000000000001',
  reason: 'Order not made',
} as const;

async function held(till: Till, gift: Gift, amount: number): Promise<string> {
  return (await hold(system, till, gift.code, { amount })).answer.id;
}

test('ends several holds in one transaction, each with its own outcome', async () => {
  const [till, other] = [await newTill(system), await newTill(system)];
  const [gift, second] = [
    await makeGift(system, { amount: 1_000 }),
    await makeGift(system, { amount: 1_000 }),
  ];
  const first = await held(till, gift, 300);
  const next = await held(till, gift, 200);
  const third = await held(other, second, 500);
  const by = { kind: 'api', keyId: till.merchantId } as const;
  const { merchantId } = till;
  const endings: Ending[] = [
    { holdId: first, merchantId, takes: { amountShillings: 100 }, by },
    { holdId: first, merchantId, takes: 'all', by },
    { holdId: next, merchantId, takes: { amountShillings: 201 }, by },
    { holdId: next, merchantId, takes: 'all', by },
    { holdId: third, merchantId, takes: 'all', by },
    { holdId: third, takes: 'nothing', by: BY_SUPPORT },
    { holdId: '01940000-0000-7000-8000-0000000000ff', takes: 'nothing', by: BY_SUPPORT },
  ];
  const outcomes = await inTransaction(system.deps.db, (tx) => endHolds(tx, system.deps, endings));
  expect(
    outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal : outcome.ended.capturedCents)),
  ).toEqual([
    10_000n,
    'hold_not_open',
    'capture_exceeds_hold',
    20_000n,
    'hold_not_found',
    0n,
    'hold_not_found',
  ]);
  expect([await leftOn(system, gift), await leftOn(system, second)]).toEqual([650, 950]);
  expect([await owedTo(system, till), await owedTo(system, other)]).toEqual([300, 0]);
  const { rows } = await system.owner.query(
    `select amount_cents::int as amount, balance_after_cents::int as left from redemptions
     where voucher_id = $1 order by amount_cents`,
    [gift.voucherId],
  );
  // The second capture does not take the rest that the first capture has returned.
  expect(rows).toEqual([
    { amount: 10_000, left: 65_000 },
    { amount: 20_000, left: 65_000 },
  ]);
});

test('several reservations of one voucher in one transaction never exceed the balance', async () => {
  const till = await newTill(system);
  const { merchantId } = till;
  const gift = await makeGift(system, { amount: 1_000 });
  const outcomes = await inTransaction(system.deps.db, async (tx) => {
    const voucher = await lockValue(tx, gift);
    const bodies = [{ amount: 600 }, { amount: 351 }, { expires_in_minutes: 9_999_999 }, {}, {}];
    return reserveValues(
      tx,
      bodies.map((body) => ({ merchantId, at: { placeId: merchantId, till: null }, voucher, body })),
    );
  });
  expect(
    outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal : outcome.reserved.hold.amountCents)),
  ).toEqual([60_000n, 'insufficient_voucher_balance', 'hold_moment_invalid', 35_000n, 'voucher_held']);
  expect(await leftOn(system, gift)).toBe(0);
  const { voucherId } = gift;
  await inTransaction(system.deps.db, (tx) => releaseHoldsOf(tx, system.deps, { voucherId, by: BY_SUPPORT }));
  expect(await leftOn(system, gift)).toBe(950);
});
