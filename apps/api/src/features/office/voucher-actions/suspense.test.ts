import {
  dashboardStats,
  listReviews,
  readReview,
  readTransaction,
  resolveHeldMoney,
  resolveReview,
  type HandlerInput,
  type Review,
} from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { register, stateOf } from '../../../testing/purchase-calls.ts';
import { approve, payForGift } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { account } from '../../services/postings/index.ts';

type GoesTo = HandlerInput<typeof resolveHeldMoney>['body']['goesTo'];

let system: TestSystem;
let finance: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  finance = await newAdministrator(system);
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const held = async () => Number(await readBalance(system.deps.db, { account: account.suspense })) / 100;
const list = async () =>
  (await system.call(listReviews, { query: {} }, { bearer: finance.bearer })).answer.reviews;
const give = (review: Review, goesTo: GoesTo) =>
  system.call(
    resolveHeldMoney,
    { body: { reviewId: review.reviewId, goesTo, reason: 'Found the owner' } },
    { bearer: finance.bearer },
  );

/** Makes a payment at the pay bill, by default with an unknown reference. */
async function payWrongly(amount: number, named?: string): Promise<{ msisdn: string; review: Review }> {
  const { phoneNumber: msisdn } = newPerson('Musa', 'Otieno');
  const reference = named ?? `X${msisdn.slice(-7)}`;
  await system.sandbox.setBalance(msisdn, amount);
  await system.provider.payBill({ msisdn, amount, reference });
  await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
  const review = await eventually('a case about the money', async () =>
    (await list()).find(({ details }) => details['billReference'] === reference),
  );
  return { msisdn, review };
}

async function walletOf({ user, bearer }: SignedIn): Promise<number> {
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  return answer.walletBalance;
}

test('S315 a case explains unmatched money, and cannot be closed before the money has an owner', async () => {
  const { review } = await payWrongly(400);
  expect(review).toMatchObject({ kind: 'money_without_purchase', heldAmount: 400, isOpen: true });
  expect(review.explanation).toContain('suspense');
  const body = { reviewId: review.reviewId, reason: 'Nothing to do' };
  expect((await system.call(resolveReview, { body }, { bearer: finance.bearer })).outcome).toBe('money_held');
});

test('money in suspense can pay for the purchase that the payer meant', async () => {
  const buyer = await newConsumer(system);
  const purchase = await register(system, buyer, { amount: 800 });
  const { review } = await payWrongly(800);
  const before = await held();
  const wrong = await give(review, { kind: 'purchase', billReference: 'NOSUCH' });
  expect(wrong.outcome).toBe('purchase_not_payable');
  const goesTo = { kind: 'purchase', billReference: purchase.billReferenceNumber } as const;
  expect((await give(review, goesTo)).answer).toEqual({ outcome: 'done' });
  expect(await stateOf(system, buyer, purchase)).toMatchObject({ orderStatus: 'COMPLETED' });
  expect(before - (await held())).toBe(800);
  expect((await give(review, goesTo)).outcome).toBe('review_resolved');
});

test('refuses to pay for a purchase of another amount with money in suspense', async () => {
  const buyer = await newConsumer(system);
  const purchase = await register(system, buyer, { amount: 900 });
  const { review } = await payWrongly(899);
  const goesTo = { kind: 'purchase', billReference: purchase.billReferenceNumber } as const;
  expect((await give(review, goesTo)).outcome).toBe('purchase_not_payable');
});

test('a second payment with the reference of a paid purchase suggests the wallet of its buyer', async () => {
  const { buyer, purchase } = await payForGift(system, 650);
  await until(async () => {
    const { rows } = await system.owner.query('select mpesa_receipt from purchases where id = $1', [
      purchase.requestId,
    ]);
    expect(rows).toEqual([{ mpesa_receipt: expect.any(String) }]);
  });
  const { billReferenceNumber: billReference } = purchase;
  const { review } = await payWrongly(650, billReference);
  expect(review.named).toMatchObject({
    billReference,
    isPaid: true,
    buyer: { userId: buyer.user.id, name: `${buyer.user.firstName} ${buyer.user.lastName}` },
  });
  const unpaid = await register(system, buyer, { amount: 700 });
  const other = await payWrongly(699, unpaid.billReferenceNumber);
  expect(other.review.named).toMatchObject({ isPaid: false, billReference: unpaid.billReferenceNumber });
  // Without a payment, it is no transaction and has no page.
  expect(other.review.named).not.toHaveProperty('transactionId');
  expect((await payWrongly(120)).review.named).toBeUndefined();
});

test('the page of a purchase shows money in suspense whose payer typed its reference, until the money has an owner', async () => {
  const { buyer, purchase } = await payForGift(system, 720);
  const params = { type: 'Deposit', transactionId: purchase.requestId } as const;
  const cases = async () => (await system.call(readTransaction, { params }, finance)).answer.reviews;
  expect(await cases()).toEqual([]);
  const { review } = await payWrongly(719, purchase.billReferenceNumber.toLowerCase());
  await payWrongly(130);
  expect(await cases()).toMatchObject([{ reviewId: review.reviewId, isOpen: true, heldAmount: 719 }]);
  const read = await system.call(readReview, { params: { reviewId: review.reviewId } }, finance);
  expect(read.answer).toEqual(review);
  await give(review, { kind: 'wallet', userId: buyer.user.id });
  const [decided] = await cases();
  expect(decided).toMatchObject({ reviewId: review.reviewId, isOpen: false });
  expect(decided).not.toHaveProperty('heldAmount');
});

test('S313 money in suspense can go to the wallet of its owner', async () => {
  const owner = await newConsumer(system);
  const { review } = await payWrongly(300);
  expect((await give(review, { kind: 'wallet', userId: owner.user.id })).answer).toEqual({ outcome: 'done' });
  expect(await walletOf(owner)).toBe(300);
});

test('S314 money in suspense can go back to the phone that paid it', async () => {
  const { review, msisdn } = await payWrongly(250);
  expect((await give(review, { kind: 'payer' })).answer).toEqual({ outcome: 'done' });
  await until(async () => expect((await system.sandbox.phone(msisdn)).balance).toBe(250));
});

test('returns money to suspense and reopens its case when M-PESA refuses the refund', async () => {
  const { review, msisdn } = await payWrongly(350);
  const before = await held();
  await system.sandbox.behave({ endWith: { path: '/mpesa/reversal', resultCode: '1', times: 1 } });
  await give(review, { kind: 'payer' });
  await until(async () => {
    const again = (await list()).find(({ reviewId }) => reviewId === review.reviewId);
    expect(again).toMatchObject({ isOpen: true, heldAmount: 350 });
    expect(await held()).toBe(before);
  });
  const refused = (await list()).find(({ kind }) => kind === 'refund_refused');
  expect(refused?.explanation).toContain('Nobody got the money: it is back in suspense');
  expect(refused?.explanation).not.toContain('wallet');
  expect((await system.sandbox.phone(msisdn)).balance).toBe(0);
  expect((await give(review, { kind: 'payer' })).outcome).toBe('ok');
  await until(async () => expect((await system.sandbox.phone(msisdn)).balance).toBe(350));
});

test('a large amount in suspense needs two administrators, and is paid once however often they approve', async () => {
  const owner = await newConsumer(system);
  const { review } = await payWrongly(15_000);
  const { answer } = await give(review, { kind: 'wallet', userId: owner.user.id });
  const approvalId = 'approvalId' in answer ? answer.approvalId : '';
  expect((await approve(system, finance, approvalId)).outcome).toBe('second_person_needed');
  const checkers = await Promise.all([newAdministrator(system), newAdministrator(system)]);
  const outcomes = await Promise.all(checkers.map((one) => approve(system, one, approvalId)));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['approval_closed', 'ok']);
  expect(await walletOf(owner)).toBe(15_000);
});
