import { claimVoucher, dashboardStats, history, historyCsv, type Activity } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { purchasePostings } from '../../services/postings/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

type Query = Parameters<typeof system.call<typeof history>>[1]['query'];

function page(person: SignedIn, query: Query = {}) {
  return system.call(history, { query }, { bearer: person.bearer });
}

async function everyPage(person: SignedIn, query: Query): Promise<Activity[]> {
  const all: Activity[] = [];
  for (let cursor: string | undefined; ;) {
    const { answer } = await page(person, { ...query, cursor });
    all.push(...answer.activities);
    cursor = answer.nextCursor;
    if (cursor === undefined) return all;
  }
}

/** Creates a user with one activity of every kind that a consumer can cause. */
async function busyPerson(): Promise<SignedIn> {
  const me = await newConsumer(system);
  await makeGift(system, { amount: 1_000, buyerId: me.user.id });
  const claimed = await makeGift(system, { amount: 2_000, recipient: me });
  const spent = await makeGift(system, { amount: 500, recipient: me });
  await redeem(system, await newTill(system), spent.code, { amount: 100 });
  await system.call(claimVoucher, { body: { claimToken: claimed.claimToken } }, { bearer: me.bearer });
  const withdrawal = await registerAndStartWithdrawal(system, me, 1_000);
  await untilWithdrawal(system, me, withdrawal, 'COMPLETED');
  return me;
}

test('S14 history pages of any size together list each activity once, in order', async () => {
  const me = await busyPerson();
  const whole = (await page(me)).answer;
  expect(whole.nextCursor).toBeUndefined();
  expect(whole.activities.map((one) => [one.transactionType, one.amount, one.wallet])).toEqual([
    ['WITHDRAWAL', 1_000, 'debit'],
    ['CLAIM', 1_900, 'credit'],
    ['REDEMPTION', 100, undefined],
    ['GIFT_PURCHASE', 1_000, undefined],
  ]);
  for (const limit of [1, 2, 3]) expect(await everyPage(me, { limit })).toEqual(whole.activities);
  const stats = await system.call(dashboardStats, { body: { userId: me.user.id } }, { bearer: me.bearer });
  expect(stats.answer.recentActivities).toEqual(whole.activities);
});

test('the first history page has the number of matching activities, and sums of money in and out', async () => {
  const me = await busyPerson();
  const totalsOf = async (query: Query) => (await page(me, query)).answer.totals;
  expect(await totalsOf({ limit: 1 })).toEqual({ count: 4, isMore: false, moneyIn: 1_900, moneyOut: 2_100 });
  expect(await totalsOf({ type: 'CLAIM' })).toEqual({ count: 1, isMore: false, moneyIn: 1_900, moneyOut: 0 });
  const { nextCursor } = (await page(me, { limit: 1 })).answer;
  expect(await totalsOf({ cursor: nextCursor })).toBeUndefined();
});

test('S140 history pages skip no activities with equal timestamps', async () => {
  const me = await newConsumer(system);
  for (const amount of [100, 200, 300, 400, 500]) await makeGift(system, { amount, buyerId: me.user.id });
  await system.owner.query('update purchases set completed_at = now() where buyer_id = $1', [me.user.id]);
  const amounts = (await everyPage(me, { limit: 2 })).map(({ amount }) => amount);
  expect(amounts.toSorted((left = 0, right = 0) => left - right)).toEqual([100, 200, 300, 400, 500]);
});

test('S137 search, type, status and days filter the history', async () => {
  const me = await busyPerson();
  const typesOf = async (query: Query) =>
    (await page(me, query)).answer.activities.map(({ transactionType }) => transactionType);
  expect(await typesOf({ type: 'CLAIM' })).toEqual(['CLAIM']);
  expect(await typesOf({ type: 'REFUND' })).toEqual([]);
  expect(await typesOf({ status: 'CANCELED' })).toEqual([]);
  expect(await typesOf({ search: 'kip rotich' })).toEqual(['GIFT_PURCHASE']);
  expect(await typesOf({ search: '1900' })).toEqual(['CLAIM']);
  expect(await typesOf({ search: "%' or true --" })).toEqual([]);
  const [latest] = (await page(me, { limit: 1 })).answer.activities;
  expect(await typesOf({ search: latest?.reference ?? '' })).toEqual(['WITHDRAWAL']);
  expect(await typesOf({ search: latest?.entityId.slice(0, 8).toUpperCase() })).toEqual(['WITHDRAWAL']);
});

test('S138 the history’s day filter covers whole days in Nairobi', async () => {
  const me = await newConsumer(system);
  for (const amount of [100, 200, 300, 400]) await makeGift(system, { amount, buyerId: me.user.id });
  const moments = [
    '2026-03-01T20:59:59Z',
    '2026-03-01T21:00:00Z',
    '2026-03-02T20:59:59Z',
    '2026-03-02T21:00:00Z',
  ];
  for (const [index, moment] of moments.entries()) {
    await system.owner.query(
      'update purchases set completed_at = $3 where buyer_id = $1 and amount_cents = $2',
      [me.user.id, (index + 1) * 10_000, moment],
    );
  }
  const { activities } = (await page(me, { from: '2026-03-02', to: '2026-03-02' })).answer;
  expect(activities.map(({ amount }) => amount)).toEqual([300, 200]);
});

test('the history refuses an invalid cursor or filter', async () => {
  const me = await newConsumer(system);
  for (const query of [{ cursor: 'nonsense' }, { limit: 0 }, { limit: 101 }, { from: 'yesterday' }]) {
    expect(await page(me, query)).toMatchObject({ status: 422, outcome: 'validation_failed' });
  }
});

test('A19 S65 the history’s CSV file has every row, and no cell that a spreadsheet would execute', async () => {
  const me = await newConsumer(system);
  await makeGift(system, { amount: 1_000, buyerId: me.user.id });
  await system.owner.query(`update purchases set mpesa_receipt = $2 where buyer_id = $1`, [
    me.user.id,
    '=HYPERLINK("https://evil.example","x")',
  ]);
  const response = await system.http.inject({
    url: historyCsv.path,
    headers: { authorization: `Bearer ${me.bearer}` },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="statement-\d{4}-\d\d-\d\d\.csv"$/u,
  );
  const [headings, row, ...rest] = response.body.trimEnd().split('\r\n');
  expect(headings).toBe(
    '\ufeff"Date","Time","Type","Description","Number","Amount (KES)","Fee (KES)","Wallet","Status","Refund state","M-PESA receipt","Transaction ID"',
  );
  expect(row).toMatch(/"Gift","Gift for Kip Rotich","07\d\d \d{3} \d{3}","-1000","50","","Completed",/u);
  expect(row).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
  expect(rest).toEqual([]);
  expect((await system.http.inject({ url: historyCsv.path })).statusCode).toBe(401);
});

test('the history lists a purchase’s second payment as a refund', async () => {
  const me = await newConsumer(system);
  const paid = { causeId: newId(), buyerId: me.user.id, grossCents: 50_000n, reference: 'SKQ7ABC123' };
  await inTransaction(system.deps.db, (tx) => post(tx, [purchasePostings.secondPaymentCredited(paid)]));
  expect((await page(me)).answer.activities).toMatchObject([
    {
      transactionType: 'REFUND',
      description: 'Second payment returned',
      amount: 500,
      orderStatus: 'COMPLETED',
      wallet: 'credit',
      reference: 'SKQ7ABC123',
    },
  ]);
});

test('the history lists a failed withdrawal as one canceled row, without a row for the returned money', async () => {
  const me = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: me });
  await system.call(claimVoucher, { body: { claimToken } }, { bearer: me.bearer });
  await system.sandbox.behave({ b2c: 'fail' });
  const withdrawal = await registerAndStartWithdrawal(system, me, 500);
  await untilWithdrawal(system, me, withdrawal, 'CANCELED');
  await system.sandbox.behave({ b2c: 'succeed' });
  const { activities } = (await page(me)).answer;
  expect(activities.map((one) => [one.transactionType, one.orderStatus, one.wallet])).toEqual([
    ['WITHDRAWAL', 'CANCELED', undefined],
    ['CLAIM', 'COMPLETED', 'credit'],
  ]);
  expect((await page(me)).answer.totals).toMatchObject({ count: 2, moneyIn: 950, moneyOut: 0 });
});

test('S489 the history contains only the user’s own activities', async () => {
  const [me, other] = [await newConsumer(system), await newConsumer(system)];
  await makeGift(system, { amount: 1_000, buyerId: other.user.id });
  expect((await page(me)).answer.activities).toEqual([]);
});
