import { claimVoucher, giveUpWallet, history } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { account } from '../../services/postings/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Creates a user with these amounts in the wallet; small amounts cost no fee. */
async function holderOf(...amounts: number[]): Promise<SignedIn> {
  const me = await newConsumer(system);
  for (const amount of amounts) {
    const { claimToken } = await makeGift(system, { amount, recipient: me });
    await system.call(claimVoucher, { body: { claimToken } }, me);
  }
  return me;
}

function giveUp(person: SignedIn, amount: number) {
  return system.call(giveUpWallet, { body: { amount } }, person);
}

const expired = () => readBalance(system.deps.db, { account: account.expired });

test('S159 a user can give up a balance too small to withdraw, which joins the money of expired vouchers', async () => {
  const me = await holderOf(9);
  const before = await expired();
  expect((await giveUp(me, 9)).answer).toEqual({ amount: 9, walletBalance: 0 });
  expect((await expired()) - before).toBe(900n);
  const { activities } = (await system.call(history, { query: { type: 'WITHDRAWAL' } }, me)).answer;
  expect(activities).toMatchObject([{ description: 'Balance given up', amount: 9, wallet: 'debit' }]);
});

test('refuses to give up a balance that can be withdrawn', async () => {
  const me = await holderOf(10);
  expect(await giveUp(me, 10)).toMatchObject({ status: 409, outcome: 'give_up_too_much' });
});

test('refuses to give up a balance that differs from the amount on the screen', async () => {
  const me = await holderOf(5, 3);
  for (const amount of [5, 9]) {
    expect(await giveUp(me, amount)).toMatchObject({ status: 409, outcome: 'balance_changed' });
  }
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => giveUp(me, 8)));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    'balance_changed',
    'balance_changed',
    'balance_changed',
    'ok',
  ]);
});

test('refuses to give up an amount that is zero or not a whole number', async () => {
  const me = await newConsumer(system);
  for (const amount of [0, -1, 1.5]) expect((await giveUp(me, amount)).status).toBe(422);
  expect((await giveUp(me, 5)).outcome).toBe('balance_changed');
});
