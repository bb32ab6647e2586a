import { randomUUID } from 'node:crypto';
import { lookUpVoucher, redeemAtTill, reverseAtTill, todaysRedemptions } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGifts, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { hire, newShop, type Shop, type Worker } from '../../apps/api/src/testing/shops.ts';
import { owedTo } from '../../apps/api/src/testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { createRandom } from '../faults/random.ts';

const CUSTOMERS = 40;

let system: TestSystem;
let shop: Shop;
let second: Worker;
beforeAll(async () => {
  system = await createTestSystem();
  shop = await newShop(system);
  second = await hire(system, shop.merchantId, 'cashier', 'Amina Yusuf');
});
afterAll(() => system.close());

/** Spellings of a code, as scanners and people type them. */
const SPELLINGS = [
  (code: string) => code,
  (code: string) => code.toLowerCase(),
  (code: string) => code.replaceAll('-', ''),
  (code: string) => code.replaceAll('-', ' '),
  (code: string) => ` ${code} `,
];

// How the page hears a slow scanner is tested in e2e/merchant-scanner.spec.ts.
test('two tills on a Saturday: double presses, lost answers, one voucher at both tills, and a reversal', async () => {
  const random = createRandom('a cashier’s Saturday');
  const gifts = await makeGifts(system, CUSTOMERS, { amount: 1_000 });
  const tills = [
    { worker: shop.cashier, till: 'Till 1' },
    { worker: second, till: 'Till 2' },
  ] as const;
  const taken = new Map<Worker, { count: number; amount: number }>();
  let reversed = 0;
  for (const [index, gift] of gifts.entries()) {
    const { worker, till } = random.oneOf(tills);
    const code = random.oneOf(SPELLINGS)(gift.code);
    const amount = 50 + random.below(900);
    expect((await system.call(lookUpVoucher, { body: { code } }, worker)).answer.balance).toBe(950);
    const body = { code, amount, attemptId: randomUUID(), till };
    const press = (by: Worker) => system.call(redeemAtTill, { body }, by);
    // A nervous cashier presses twice, and a lost answer is asked for again.
    const replies = await Promise.all(index % 3 === 0 ? [press(worker), press(worker)] : [press(worker)]);
    if (index % 4 === 0) replies.push(await press(worker));
    const ids = new Set(replies.map(({ answer }) => answer.redemptionId));
    expect(ids.size).toBe(1);
    expect(await leftOn(system, gift)).toBe(950 - amount);
    const sum = taken.get(worker) ?? { count: 0, amount: 0 };
    if (index % 10 === 9) {
      const [redemptionId = ''] = ids;
      await expectReversal(gift, redemptionId, worker);
      reversed += 1;
    } else taken.set(worker, { count: sum.count + 1, amount: sum.amount + amount });
  }
  expect(reversed).toBe(CUSTOMERS / 10);

  // One voucher is shown at both tills at the same moment: it is spent once.
  const [last] = await makeGifts(system, 1, { amount: 1_000 });
  const both = await Promise.all(
    tills.map(({ worker, till }) =>
      system.call(redeemAtTill, { body: { code: last?.code ?? '', attemptId: randomUUID(), till } }, worker),
    ),
  );
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'voucher_used']);
  const winner = tills[both.findIndex(({ outcome }) => outcome === 'ok')]?.worker ?? second;
  const sum = taken.get(winner) ?? { count: 0, amount: 0 };
  taken.set(winner, { count: sum.count + 1, amount: sum.amount + 950 });

  const shown = async (worker: Worker, of: 'me' | 'everybody') => {
    const { count, amount } = (await system.call(todaysRedemptions, { query: { of } }, worker)).answer;
    return { count, amount };
  };
  for (const { worker } of tills) expect(await shown(worker, 'me')).toEqual(taken.get(worker));
  const all = await shown(shop.manager, 'everybody');
  const sums = [...taken.values()];
  expect(all).toEqual({
    count: sums.reduce((total, { count }) => total + count, 0),
    amount: sums.reduce((total, { amount }) => total + amount, 0),
  });
  expect(await owedTo(system, shop)).toBe(all.amount);
});

/** The cashier may not reverse the redemption; the manager may, and a repetition changes nothing. */
async function expectReversal(gift: Gift, redemptionId: string, cashier: Worker): Promise<void> {
  const reverse = (by: Worker) => system.call(reverseAtTill, { body: { redemptionId } }, by);
  expect((await reverse(cashier)).status).toBe(403);
  for (let times = 0; times < 2; times += 1) expect((await reverse(shop.manager)).outcome).toBe('ok');
  expect(await leftOn(system, gift)).toBe(950);
}
