import {
  dashboardStats,
  listReviews,
  resolveHeldMoney,
  type HandlerInput,
  type Review,
} from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { book, itemsOf, only, upload } from '../../../testing/reconciliation-calls.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

type GoesTo = HandlerInput<typeof resolveHeldMoney>['body']['goesTo'];

let system: TestSystem;
let clerk: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  clerk = await newAdministrator(system);
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

async function caseAbout(isMeant: (review: Review) => boolean): Promise<Review> {
  return eventually('a case about the money', async () =>
    (await system.call(listReviews, { query: {} }, clerk)).answer.reviews.find(isMeant),
  );
}

/** Makes a payment that matches no purchase, as M-PESA reports it. */
async function payWrongly(amount: number): Promise<Review> {
  const { phoneNumber: msisdn } = newPerson('Musa', 'Otieno');
  const reference = `X${msisdn.slice(-7)}`;
  await system.sandbox.setBalance(msisdn, amount);
  await system.provider.payBill({ msisdn, amount, reference });
  await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
  return caseAbout(({ details }) => details['billReference'] === reference);
}

function give({ reviewId }: Review, goesTo: GoesTo, by = clerk) {
  return system.call(resolveHeldMoney, { body: { reviewId, goesTo, reason: 'Found the owner' } }, by);
}

async function walletOf({ user, bearer }: SignedIn): Promise<number> {
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  return answer.walletBalance;
}

/**
 * Uploads a forged M-PESA statement with one line.
 * @returns its only item
 */
async function uploadLine(receipt: string, amount: number, by = clerk) {
  const moment = `${nairobiDay(new Date())} 00:00:01`;
  const text = [
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
    `${receipt},${moment},Pay Bill from somebody,Completed,${amount}.00,,1`,
  ].join('\n');
  const { run } = await upload(system, by, { account: 'collection', text });
  return only(await itemsOf(system, by, { runId: run.runId, search: receipt }));
}

test('small sums for one wallet on one day need a second administrator if their total does', async () => {
  const friend = await newConsumer(system);
  const goesTo = { kind: 'wallet', userId: friend.user.id } as const;
  const [first, second] = [await payWrongly(6_000), await payWrongly(6_000)];
  const outcomes = await Promise.all([give(first, goesTo), give(second, goesTo)]);
  expect(outcomes.map(({ answer }) => answer.outcome).toSorted()).toEqual(['done', 'waiting']);
  expect(await walletOf(friend)).toBe(6_000);
  // The total also counts if another administrator gives the rest to the same wallet.
  const other = await newAdministrator(system);
  expect((await give(await payWrongly(5_000), goesTo, other)).answer.outcome).toBe('waiting');
  const stranger = await newConsumer(system);
  const elsewhere = { kind: 'wallet', userId: stranger.user.id } as const;
  expect((await give(await payWrongly(5_000), elsewhere, other)).answer).toEqual({ outcome: 'done' });
});

test('an administrator who posted money from a statement file cannot assign it alone', async () => {
  const friend = await newConsumer(system);
  const goesTo = { kind: 'wallet', userId: friend.user.id } as const;
  const item = await uploadLine('UKLFORGED1', 900);
  expect((await book(system, clerk, item.itemId, 'suspense')).answer.action).toEqual({ outcome: 'done' });
  const found = await caseAbout(({ receipt }) => receipt === 'UKLFORGED1');
  const other = await newAdministrator(system);
  expect((await give(found, goesTo)).answer.outcome).toBe('waiting');
  expect(await walletOf(friend)).toBe(0);
  expect((await give(found, goesTo, other)).answer).toEqual({ outcome: 'done' });
  expect(await walletOf(friend)).toBe(900);
});

test('if a statement shows more than a payment, refuses to return the surplus by reversing the payment', async () => {
  const { purchase, voucherId } = await payForGift(system, 700);
  const { rows } = await system.owner.query<{ receipt: string }>(
    'select mpesa_receipt as receipt from purchases where id = $1',
    [purchase.requestId],
  );
  const receipt = rows[0]?.receipt ?? '';
  const item = await uploadLine(receipt, 750);
  await book(system, clerk, item.itemId, 'suspense');
  const found = await caseAbout((one) => one.receipt === receipt);
  expect(found.heldAmount).toBe(50);
  const other = await newAdministrator(system);
  expect((await give(found, { kind: 'payer' }, other)).outcome).toBe('receipt_missing');
  const { rows: refunds } = await system.owner.query('select from refunds where home_id = $1', [voucherId]);
  expect(refunds).toEqual([]);
});
