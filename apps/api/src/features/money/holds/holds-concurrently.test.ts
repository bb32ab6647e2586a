import { randomUUID } from 'node:crypto';
import { claimVoucher } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import fc from 'fast-check';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { assertHoldsAgree, capture, hold, expireHold, release } from '../../../testing/holds.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { expireVouchers } from '../vouchers/index.ts';
import { expireHolds } from './index.ts';

// Long, because random sequences of API calls run on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 360_000 });

const VALUE = 950;
const AT_ONCE = 8;

let system: TestSystem;
let till: Till;
let recipient: SignedIn;
beforeAll(async () => {
  system = await createTestSystem();
  [till, recipient] = [await newTill(system), await newConsumer(system)];
  system.atEnd(() => assertHoldsAgree(system));
});
afterAll(() => system.close());

/** Creates a gift, with functions that read how much shop and recipient have received from it. */
async function newWorld() {
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const [owedBefore, walletBefore] = [await owedTo(system, till), await readWallet(system, recipient)];
  return {
    gift,
    claim: () => system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, recipient),
    owed: async () => (await owedTo(system, till)) - owedBefore,
    wallet: async () => (await readWallet(system, recipient)) - walletBefore,
  };
}

const times = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, () => call()));
const okOf = (replies: { outcome: string }[]) => replies.filter(({ outcome }) => outcome === 'ok').length;

test('concurrent hold requests with one idempotency key have one effect and one answer', async () => {
  const { gift, owed } = await newWorld();
  const key = randomUUID();
  const holds = await times(() => hold(system, till, gift.code, { amount: 300, key }));
  expect(new Set(holds.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  const id = holds[0]?.answer.id ?? '';
  const captures = await times(() => capture(system, till, id, { amount: 200, key }));
  expect(new Set(captures.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  expect([okOf(holds), okOf(captures)]).toEqual([AT_ONCE, AT_ONCE]);
  expect([await leftOn(system, gift), await owed()]).toEqual([750, 200]);
});

test('concurrent holds of one voucher never exceed its balance', async () => {
  const { gift } = await newWorld();
  const holds = await times(() => hold(system, till, gift.code, { amount: 300 }));
  expect(okOf(holds)).toBe(3);
  expect(await leftOn(system, gift)).toBe(50);
});

test('exactly one of concurrent capture, release and expiry of a hold succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { gift, owed } = await newWorld();
    const { answer } = await hold(system, till, gift.code, { amount: 300 });
    const ended = await Promise.all([
      ...Array.from({ length: 3 }, () => capture(system, till, answer.id)),
      ...Array.from({ length: 3 }, () => release(system, till, answer.id)),
    ]);
    expect(okOf(ended)).toBe(1);
    const isCaptured = okOf(ended.slice(0, 3)) === 1;
    expect(await leftOn(system, gift)).toBe(isCaptured ? 650 : 950);
    expect(await owed()).toBe(isCaptured ? 300 : 0);
  }
});

test('a hold whose capture races with its expiry is either captured or released, never both', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { gift } = await newWorld();
    const { answer } = await hold(system, till, gift.code, { amount: 300 });
    const [captured] = await Promise.all([
      capture(system, till, answer.id),
      expireHold(system, answer.id).then(() => expireHolds(system.deps)),
      expireHolds(system.deps),
    ]);
    expect(['ok', 'hold_expired']).toContain(captured.outcome);
    await expireHolds(system.deps);
    const isCaptured = captured.outcome === 'ok';
    expect(await leftOn(system, gift)).toBe(isCaptured ? 650 : 950);
  }
});

test('a claim and a concurrent hold share the voucher’s balance, and a later release reaches the wallet', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { gift, claim, wallet } = await newWorld();
    const { answer: first } = await hold(system, till, gift.code, { amount: 300 });
    const [claimed, second, released] = await Promise.all([
      claim(),
      hold(system, till, gift.code, { amount: 400 }),
      release(system, till, first.id),
    ]);
    expect([claimed.outcome, released.outcome]).toEqual(['ok', 'ok']);
    expect(['ok', 'voucher_claimed']).toContain(second.outcome);
    expect(await wallet()).toBe(second.outcome === 'ok' ? 550 : VALUE);
    expect(await leftOn(system, gift)).toBe(0);
  }
});

const amount = fc.integer({ min: 1, max: 1_000 });
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('hold' as const), amount }),
  fc.record({ do: fc.constant('capture' as const), amount, of: fc.nat(4) }),
  fc.record({ do: fc.constant('release' as const), amount, of: fc.nat(4) }),
  fc.record({ do: fc.constant('end' as const), amount, of: fc.nat(4) }),
  fc.record({ do: fc.constant('redeem' as const), amount }),
  fc.record({ do: fc.constant('claim' as const), amount }),
  fc.record({ do: fc.constant('expire' as const), amount }),
);

test('no pair of concurrent actions on held vouchers loses or doubles value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyStep, anyStep), { minLength: 2, maxLength: 8 }), async (pairs) => {
      const { gift, claim, owed, wallet } = await newWorld();
      const holds: string[] = [];
      const take = async (step: { do: string; amount: number; of?: number }) => {
        const id = holds[step.of ?? 0] ?? randomUUID();
        if (step.do === 'hold') {
          const { outcome, answer } = await hold(system, till, gift.code, { amount: step.amount });
          if (outcome === 'ok') holds.push(answer.id);
        }
        if (step.do === 'capture') await capture(system, till, id, { amount: step.amount });
        if (step.do === 'release') await release(system, till, id);
        if (step.do === 'redeem') await redeem(system, till, gift.code, { amount: step.amount });
        if (step.do === 'claim') await claim();
        if (step.do === 'end') await expireHold(system, id).then(() => expireHolds(system.deps));
        if (step.do === 'expire') await expireVouchers(system.deps);
      };
      for (const pair of pairs) await Promise.all(pair.map(take));
      for (const id of holds) await release(system, till, id);
      expect((await leftOn(system, gift)) + (await owed()) + (await wallet())).toBe(VALUE);
      await assertHoldsAgree(system);
    }),
    { numRuns: 10 },
  );
});
