import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift, makeGifts } from '../../../testing/gifts.ts';
import { capture, hold, release } from '../../../testing/holds.ts';
import { holding, untilWaiting } from '../../../testing/lock-waits.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { setLimits } from '../../../testing/own-limit-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { createRedeemer } from './redeem-voucher.ts';

let system: TestSystem;
let two: readonly [Administrator, Administrator];
beforeAll(async () => {
  system = await createTestSystem();
  two = [await newAdministrator(system, 'administrator'), await newAdministrator(system, 'administrator')];
});
afterAll(() => system.close());

const limit = ({ merchantId }: Till, limits: Parameters<typeof setLimits>[2]['limits']) =>
  setLimits(system, { subjectKind: 'merchant', subjectId: merchantId }, { limits }, two);

test('a shop redeems and holds no more at once than its own limit, and other shops as before', async () => {
  const [till, free] = [await newTill(system), await newTill(system)];
  await limit(till, { redemption: 300 });
  const { code } = await makeGift(system, { amount: 1_000 });
  const tooMuch = { status: 409, outcome: 'transaction_limit', refusal: { allowed: 300, param: 'amount' } };
  expect(await redeem(system, till, code, { amount: 301 })).toMatchObject(tooMuch);
  expect(await redeem(system, till, code)).toMatchObject(tooMuch);
  expect(await hold(system, till, code, { amount: 301 })).toMatchObject(tooMuch);
  expect((await redeem(system, till, code, { amount: 300 })).outcome).toBe('ok');
  expect((await redeem(system, free, code, { amount: 301 })).outcome).toBe('ok');
});

test('redemptions and open holds count together for a shop’s day, and a capture is never refused', async () => {
  const till = await newTill(system);
  await limit(till, { redemptionsDaily: 500 });
  const { code } = await makeGift(system, { amount: 2_000 });
  expect((await redeem(system, till, code, { amount: 200 })).outcome).toBe('ok');
  const held = await hold(system, till, code, { amount: 250 });
  expect(held.outcome).toBe('ok');
  const full = { outcome: 'daily_limit', refusal: { allowed: 50 } };
  expect(await redeem(system, till, code, { amount: 51 })).toMatchObject(full);
  expect(await hold(system, till, code, { amount: 51 })).toMatchObject(full);
  await limit(till, { redemptionsDaily: 100 });
  expect((await capture(system, till, held.answer.id, { amount: 240 })).outcome).toBe('ok');
  expect(await redeem(system, till, code, { amount: 1 })).toMatchObject({
    outcome: 'daily_limit',
    refusal: { allowed: 0 },
  });
  await limit(till, { redemptionsDaily: 500 });
  expect((await redeem(system, till, code, { amount: 60 })).outcome).toBe('ok');
  await system.owner.query(
    `update redemptions set redeemed_at = redeemed_at - interval '1 day' where merchant_id = $1`,
    [till.merchantId],
  );
  const next = await hold(system, till, code, { amount: 500 });
  expect(next.outcome).toBe('ok');
  await release(system, till, next.answer.id);
  expect((await redeem(system, till, code, { amount: 500 })).outcome).toBe('ok');
});

test('a repeated request gets its first answer, also after the limit has changed', async () => {
  const till = await newTill(system);
  const { code } = await makeGift(system, { amount: 1_000 });
  const key = randomUUID();
  expect((await redeem(system, till, code, { amount: 400, key })).outcome).toBe('ok');
  await limit(till, { redemptionsDaily: 100 });
  expect((await redeem(system, till, code, { amount: 400, key })).outcome).toBe('ok');
  expect((await redeem(system, till, code, { amount: 100 })).outcome).toBe('daily_limit');
});

test('two processes that redeem at the same moment, and a hold, never exceed a shop’s daily limit', async () => {
  const till = await newTill(system);
  await limit(till, { redemptionsDaily: 150 });
  const [one, two, three] = await makeGifts(system, 3, { amount: 1_000 });
  if (!one || !two || !three) throw new Error('a gift is missing');
  const { merchantId } = till;
  const redeemElsewhere = async (id: string) => {
    const server = { channel: 'api', staffId: null } as const;
    const at = { placeId: merchantId, till: null };
    const asked = { id, merchantId, amountShillings: 100, idempotencyKey: randomUUID(), server, at };
    const outcome = await createRedeemer(system.deps).redeem(asked);
    return 'answer' in outcome ? 'ok' : outcome.refusal.code;
  };
  const letGo = await holding(system.owner, 'select from lock_redemption_room(array[$1]::uuid[])', [
    merchantId,
  ]);
  const asked = Promise.all([
    redeemElsewhere(one.code),
    redeem(system, till, two.code, { amount: 100 }).then(({ outcome }) => outcome),
    hold(system, till, three.code, { amount: 100 }).then(({ outcome }) => outcome),
  ]);
  await untilWaiting(system.deps.db, 3);
  await letGo();
  expect((await asked).toSorted()).toEqual(['daily_limit', 'daily_limit', 'ok']);
});

test('a shop makes vouchers up to its own daily limit, also with concurrent requests', async () => {
  const till = await newFundedTill(system);
  await limit(till, { vouchersDaily: 300 });
  expect(await issue(system, till, { amount: 301 })).toMatchObject({
    outcome: 'daily_limit',
    refusal: { allowed: 300, param: 'amount' },
  });
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async () => (await issue(system, till, { amount: 100 })).outcome),
  );
  expect(outcomes.toSorted()).toEqual([...Array(3).fill('daily_limit'), ...Array(3).fill('ok')]);
});
