import { claimVoucher, dashboardStats } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basketGift, buyBasket, payByWallet, registerGifts } from '../../../testing/baskets.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { registerAndStart, untilStatus } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { newSaver, registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function statsOf(person: SignedIn, userId: string = person.user.id) {
  return system.call(dashboardStats, { body: { userId } }, { bearer: person.bearer });
}

test('the dashboard of a new account shows zeros', async () => {
  const { answer } = await statsOf(await newConsumer(system));
  expect(answer).toMatchObject({
    walletBalance: 0,
    withdrawableMaximum: 0,
    totalDeposit: 0,
    totalVouchersBought: 0,
    totalVouchersRedeemed: 0,
    recentActivities: [],
    trends: { walletBalance: { current: 0, previous: 0 } },
  });
  expect(answer.monthly).toHaveLength(6);
  for (const month of answer.monthly) expect(month).toMatchObject({ paidIn: 0, received: 0, withdrawn: 0 });
});

test('S13 the dashboard’s figures include purchases, gifts received, spending, claims and withdrawals', async () => {
  const me = await newConsumer(system);
  const canceled = await registerAndStart(system, me, { amount: 70 });
  await system.sandbox.answerPrompt(me.phoneNumber, canceled.billReferenceNumber, { cancel: true });
  await untilStatus(system, me, canceled, 'CANCELED');
  await makeGift(system, { amount: 1_000, buyerId: me.user.id });
  const claimed = await makeGift(system, { amount: 2_000, recipient: me });
  const spent = await makeGift(system, { amount: 500, recipient: me });
  await makeGift(system, { amount: 600, recipient: me });
  await redeem(system, await newTill(system), spent.code, { amount: 100 });
  await system.call(claimVoucher, { body: { claimToken: claimed.claimToken } }, { bearer: me.bearer });
  const withdrawal = await registerAndStartWithdrawal(system, me, 1_000);
  await untilWithdrawal(system, me, withdrawal, 'COMPLETED');

  const { answer } = await statsOf(me);
  expect(answer).toMatchObject({
    walletBalance: 900,
    withdrawableMaximum: 900,
    totalDeposit: 1_000,
    totalVouchersBought: 1,
    totalVouchersRedeemed: 2,
  });
  expect(answer.recentActivities.map((one) => [one.transactionType, one.amount, one.orderStatus])).toEqual([
    ['WITHDRAWAL', 1_000, 'COMPLETED'],
    ['CLAIM', 1_900, 'COMPLETED'],
    ['REDEMPTION', 100, 'COMPLETED'],
    ['GIFT_PURCHASE', 1_000, 'COMPLETED'],
    ['GIFT_PURCHASE', 70, 'CANCELED'],
  ]);
  expect(answer.trends).toEqual({
    walletBalance: { current: 900, previous: 0 },
    totalDeposit: { current: 1_000, previous: 0 },
    totalVouchersBought: { current: 1, previous: 0 },
    totalVouchersRedeemed: { current: 2, previous: 0 },
  });
  expect(answer.monthly.at(-1)).toMatchObject({ paidIn: 1_000, received: 2_000, withdrawn: 1_000 });
});

test('S51 the dashboard compares this month with last month, and the balance with the start of the month', async () => {
  const me = await newConsumer(system);
  for (const amount of [1_000, 500, 500]) await makeGift(system, { amount, buyerId: me.user.id });
  await system.owner.query(
    `update purchases set completed_at = date_trunc('month', now(), 'Africa/Nairobi') - interval '1 second'
     where buyer_id = $1 and amount_cents = 100000`,
    [me.user.id],
  );
  const { trends, monthly } = (await statsOf(me)).answer;
  expect(trends.totalDeposit).toEqual({ current: 1_000, previous: 1_000, changePercent: 0 });
  expect(trends.totalVouchersBought).toEqual({ current: 2, previous: 1, changePercent: 100 });
  expect(monthly.slice(-2).map(({ paidIn }) => paidIn)).toEqual([1_000, 1_000]);
});

test('counts each gift of a basket, and gifts from the wallet as no deposit, as the ledger has them', async () => {
  await sendPayBillAddresses(system.deps);
  await switchFeatures(system, true, 'basket', 'giftsFromWallet');
  // A saver has bought and claimed a gift of 2,000.
  const me = await newSaver(system);
  await buyBasket(system, me, [basketGift(700), basketGift(300), basketGift(200)]);
  const fromWallet = await registerGifts(system, me, [basketGift(500), basketGift(400)]);
  expect((await payByWallet(system, me, fromWallet.answer)).outcome).toBe('ok');

  const { rows } = await system.owner.query<{ gifts: number; deposited: number }>(
    `select count(*) filter (where t.credit like 'voucher:%')::int as gifts,
       (sum(t.amount_cents) filter (where t.debit = 'mpesa:collection') / 100)::int as deposited
     from purchases p join ledger.transfers t on t.reference in (p.bill_reference, p.mpesa_receipt)
       and t.kind in ('purchase', 'wallet_purchase')
     where p.buyer_id = $1`,
    [me.user.id],
  );
  expect(rows).toEqual([{ gifts: 6, deposited: 3_200 }]);
  const { answer } = await statsOf(me);
  expect(answer).toMatchObject({ totalVouchersBought: 6, totalDeposit: 3_200 });
  expect(answer.trends).toMatchObject({
    totalVouchersBought: { current: 6 },
    totalDeposit: { current: 3_200 },
  });
  expect(answer.monthly.at(-1)).toMatchObject({ paidIn: 4_100 });
});

test('the dashboard counts gifts to a contact only after the contact is verified', async () => {
  const me = await newConsumer(system, { phone: false, email: false });
  const gift = await makeGift(system, { amount: 500, recipient: me });
  await redeem(system, await newTill(system), gift.code);
  expect((await statsOf(me)).answer).toMatchObject({ totalVouchersRedeemed: 0, recentActivities: [] });
  await system.owner.query('update users set email_verified_at = now() where id = $1', [me.user.id]);
  expect((await statsOf(me)).answer.totalVouchersRedeemed).toBe(1);
});

test('S480 the dashboard’s figures are the user’s own', async () => {
  const [me, other] = [await newConsumer(system), await newConsumer(system)];
  for (const userId of [other.user.id, '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11']) {
    expect(await statsOf(me, userId)).toMatchObject({ status: 404, outcome: 'not_found' });
  }
});

test('S461 the limits cap the withdrawable amount below the wallet’s balance', async () => {
  const me = await newConsumer(system);
  for (const amount of [250_000, 250_000]) {
    const { claimToken } = await makeGift(system, { amount, recipient: me });
    await system.call(claimVoucher, { body: { claimToken } }, { bearer: me.bearer });
  }
  expect((await statsOf(me)).answer).toMatchObject({ walletBalance: 475_000, withdrawableMaximum: 250_000 });
});
