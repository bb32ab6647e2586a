import {
  captureHoldAtPortal,
  claimVoucher,
  freezeVoucher,
  history,
  merchantTransactions,
  receivedGifts,
  releaseHoldAtPortal,
  releaseHoldBySupport,
  reverseAtTill,
  unfreezeVoucher,
  viewVoucher,
  voidVoucher,
  bookReversal,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { assertHoldsAgree, capture, hold, expireHold, release } from '../../../testing/holds.ts';
import { refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { owedTo, redeem } from '../../../testing/tills.ts';
import { readBalance } from '../../../ledger/index.ts';
import { account } from '../../services/postings/index.ts';
import { expireVouchers } from '../vouchers/index.ts';
import { expireHolds } from './index.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  system.atEnd(() => assertHoldsAgree(system));
});
afterAll(() => system.close());

const reason = 'The customer called';

/** Creates a gift of 950 shillings, part of it on hold at a new shop. */
async function heldGift(amount?: number) {
  const [shop, recipient] = [await newShop(system), await newConsumer(system)];
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const { answer: held } = await hold(system, shop, gift.code, { amount });
  const claim = () => system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, recipient);
  return { shop, recipient, gift, held, claim };
}

async function historyOf(person: SignedIn) {
  const { answer } = await system.call(history, { query: {} }, person);
  return answer.activities.map(({ description, amount }) => [description, amount]);
}

test('a claim of a partly held voucher takes the free value, and a later release credits the same wallet', async () => {
  const { shop, recipient, held, claim } = await heldGift(400);
  expect((await claim()).answer).toMatchObject({ amount: 550, walletBalance: 550 });
  expect((await release(system, shop, held.id)).answer).toMatchObject({ status: 'RELEASED' });
  expect(await readWallet(system, recipient)).toBe(950);
});

test('after a claim a hold can still be captured, and the rest goes to the recipient’s wallet', async () => {
  const { shop, recipient, gift, held, claim } = await heldGift(400);
  await claim();
  await capture(system, shop, held.id, { amount: 300 });
  expect([await readWallet(system, recipient), await owedTo(system, shop)]).toEqual([650, 300]);
  expect(await leftOn(system, gift)).toBe(0);
});

test('refuses a claim of a fully held voucher until the hold is released', async () => {
  const { shop, held, claim } = await heldGift();
  expect(await claim()).toMatchObject({ status: 409, outcome: 'voucher_held' });
  await release(system, shop, held.id);
  expect((await claim()).answer).toMatchObject({ amount: 950 });
});

test('a release becomes unclaimed money if the recipient’s account was deleted after the claim', async () => {
  const { shop, recipient, held, claim } = await heldGift(400);
  await claim();
  await system.owner.query(`update users set status = 'DELETED', deleted_at = moment() where id = $1`, [
    recipient.user.id,
  ]);
  const unclaimed = async () => Number(await readBalance(system.deps.db, { account: account.expired })) / 100;
  const before = await unclaimed();
  expect((await release(system, shop, held.id)).outcome).toBe('ok');
  expect((await unclaimed()) - before).toBe(400);
});

test('refuses refund and void while a shop holds part of the voucher', async () => {
  const { shop, gift, held } = await heldGift(400);
  const { voucherId } = gift;
  const body = { voucherId, valueGoesTo: 'replacement', reason } as const;
  expect(await refund(system, administrator, gift)).toMatchObject({ status: 409, outcome: 'voucher_held' });
  expect((await system.call(voidVoucher, { body }, administrator)).outcome).toBe('voucher_held');
  await release(system, shop, held.id);
  expect((await system.call(voidVoucher, { body }, administrator)).outcome).toBe('ok');
});

test('refuses to hold or capture a frozen voucher; an open hold can be released and still expires', async () => {
  const { shop, gift, held } = await heldGift(400);
  const body = { voucherId: gift.voucherId, reason };
  expect((await system.call(freezeVoucher, { body }, administrator)).outcome).toBe('ok');
  expect((await capture(system, shop, held.id)).outcome).toBe('voucher_frozen');
  expect((await hold(system, shop, gift.code, { amount: 10 })).outcome).toBe('voucher_frozen');
  await expireHold(system, held.id);
  await expireHolds(system.deps);
  await system.call(unfreezeVoucher, { body }, administrator);
  expect(await leftOn(system, gift)).toBe(950);
});

test('the expiry of a voucher releases its hold first and takes the whole value', async () => {
  const { gift, held } = await heldGift(400);
  await system.owner.query(`update vouchers set expires_at = moment() - interval '1 second' where id = $1`, [
    gift.voucherId,
  ]);
  await expireVouchers(system.deps);
  expect(await leftOn(system, gift)).toBe(550);
  await expireHold(system, held.id);
  await expireHolds(system.deps);
  await expireVouchers(system.deps);
  expect(await leftOn(system, gift)).toBe(0);
  const { rows } = await system.owner.query(
    `select amount_cents::int from voucher_activities where voucher_id = $1 and kind = 'EXPIRED'`,
    [gift.voucherId],
  );
  expect(rows).toEqual([{ amount_cents: 95_000 }]);
});

test('a captured hold can be reversed on the same day, as any redemption', async () => {
  const { shop, gift, held } = await heldGift(400);
  await capture(system, shop, held.id, { amount: 300 });
  const reversed = await system.call(reverseAtTill, { body: { redemptionId: held.id } }, shop.manager);
  expect(reversed.answer).toMatchObject({ amount: 300, returnedTo: 'voucher' });
  expect([await leftOn(system, gift), await owedTo(system, shop)]).toEqual([950, 0]);
});

test('when M-PESA reverses a payment, the voucher loses held value, too', async () => {
  const { shop, gift, held } = await heldGift(400);
  const { rows } = await system.owner.query<{ id: string }>(
    'select purchase_id as id from vouchers where id = $1',
    [gift.voucherId],
  );
  const body = { transactionId: rows[0]?.id ?? '', receipt: 'UKLHELD001', reason };
  expect((await system.call(bookReversal, { body }, administrator)).answer).toEqual({ outcome: 'done' });
  expect(await leftOn(system, gift)).toBe(0);
  expect((await capture(system, shop, held.id)).outcome).toBe('hold_not_open');
});

test('releases holds of a closed shop, but lets holds of a suspended shop run until their end', async () => {
  const [closed, suspended] = [await heldGift(400), await heldGift(400)];
  const set = (status: string, merchantId: string) =>
    system.owner.query('update merchants set status = $1 where id = $2', [status, merchantId]);
  await set('INACTIVE', closed.shop.merchantId);
  await set('SUSPENDED', suspended.shop.merchantId);
  await expireHolds(system.deps);
  expect([await leftOn(system, closed.gift), await leftOn(system, suspended.gift)]).toEqual([950, 550]);
});

test('support can release a hold once, with a reason', async () => {
  const { gift, held } = await heldGift(400);
  const body = { holdId: held.id, reason };
  expect((await system.call(releaseHoldBySupport, { body }, administrator)).outcome).toBe('ok');
  expect((await system.call(releaseHoldBySupport, { body }, administrator)).outcome).toBe('hold_not_open');
  expect(await leftOn(system, gift)).toBe(950);
});

test('the shop’s portal shows an open hold as a pending transaction, and can end it', async () => {
  const { shop, gift, held } = await heldGift(400);
  await redeem(system, shop, gift.code, { amount: 50 });
  const list = async (query: object = {}) =>
    (await system.call(merchantTransactions, { query }, shop.owner)).answer;
  expect(await list()).toMatchObject({
    transactions: [
      { status: 'Completed', amount: 50 },
      { redemptionId: held.id, status: 'Pending', amount: 400, heldUntil: held.expires_at },
    ],
    totals: {
      count: 2,
      amount: 450,
      completed: { count: 1, amount: 50 },
      pending: { count: 1, amount: 400 },
    },
  });
  expect(await list({ status: 'Pending' })).toMatchObject({
    transactions: [{ redemptionId: held.id }],
    totals: { count: 1, amount: 400, completed: { count: 0, amount: 0 } },
  });
  expect((await list({ status: 'Completed' })).transactions).toHaveLength(1);
  const body = { holdId: held.id, amount: 300 };
  expect((await system.call(captureHoldAtPortal, { body }, shop.cashier)).outcome).toBe('forbidden');
  const captured = { holdId: held.id, status: 'CAPTURED', capturedAmount: 300, releasedAmount: 100 };
  for (const worker of [shop.manager, shop.owner]) {
    expect((await system.call(captureHoldAtPortal, { body }, worker)).answer).toMatchObject(captured);
  }
  expect(await list()).toMatchObject({
    transactions: [
      { redemptionId: held.id, status: 'Completed', servedBy: 'Moses Maina', channel: 'portal' },
      { amount: 50 },
    ],
    totals: { count: 2, amount: 350, completed: { count: 2, amount: 350 } },
  });
  const { answer: next } = await hold(system, shop, gift.code, { amount: 100 });
  const released = await system.call(releaseHoldAtPortal, { body: { holdId: next.id } }, shop.owner);
  expect(released.answer).toMatchObject({ status: 'RELEASED', releasedAmount: 100 });
  expect([await leftOn(system, gift), await owedTo(system, shop)]).toEqual([600, 350]);
});

test('the recipient sees shop, amount and end of each hold in the gift, and the held amount in the wallet', async () => {
  const { shop, recipient, gift, held } = await heldGift();
  const { answer } = await system.call(viewVoucher, { params: { claimToken: gift.claimToken } });
  expect(answer).toMatchObject({
    status: 'ACTIVE',
    balance: 0,
    holds: [{ businessName: 'Mama Njeri', amount: 950, expiresAt: held.expires_at }],
  });
  const received = await system.call(receivedGifts, { query: { show: 'open' } }, recipient);
  expect(received.answer.gifts).toMatchObject([{ status: 'ACTIVE', balance: 0, heldAmount: 950 }]);
  await capture(system, shop, held.id);
  const after = await system.call(viewVoucher, { params: { claimToken: gift.claimToken } });
  expect(after.answer).toMatchObject({ status: 'REDEEMED', holds: [] });
});

test('the wallet’s history shows a released hold as given back by a shop', async () => {
  const { shop, recipient, held, claim } = await heldGift(400);
  await claim();
  await release(system, shop, held.id);
  expect(await historyOf(recipient)).toContainEqual(['Given back by a shop', 400]);
});
