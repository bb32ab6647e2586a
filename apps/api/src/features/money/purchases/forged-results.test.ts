import { randomBytes } from 'node:crypto';
import { eventually } from '@zawadi/story/sandbox-control';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { postTo, stkCallback } from '../../../testing/provider-side.ts';
import { registerAndStart, stateOf, untilStatus, type Registered } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { account } from '../../services/postings/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const ACKNOWLEDGED = { status: 200, json: { ResultCode: 0, ResultDesc: 'Accepted' } };

/**
 * Pays for a purchase whose callback is lost.
 * @returns the callback's URL and body
 */
async function payWithLostResult(amount: number) {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount });
  let checkoutRequestId = '';
  const lost = await system.provider.losing(async () => {
    const { billReferenceNumber } = registered;
    const prompt = await system.sandbox.answerPrompt(buyer.phoneNumber, billReferenceNumber, { pin: '1234' });
    checkoutRequestId = prompt.checkoutRequestId;
  });
  return { buyer, registered, lost, checkoutRequestId };
}

/**
 * Opens a prompt that the payer does not answer.
 * @returns the URL of its future callback
 */
async function openUnansweredPrompt(amount: number) {
  const buyer = await newConsumer(system);
  const first = await registerAndStart(system, buyer, { amount });
  const { prompts } = await system.sandbox.phone(buyer.phoneNumber);
  const checkoutRequestId = prompts[0]?.checkoutRequestId ?? '';
  return { buyer, registered: first, checkoutRequestId };
}

async function outcomesOf({ requestId }: Registered): Promise<string[]> {
  const { rows } = await system.owner.query<{ outcome: string }>(
    `select outcome from provider_messages where outcome is not null
       and target_id in (select id from orders where owner_id = $1)
     order by processed_at`,
    [requestId],
  );
  return rows.map(({ outcome }) => outcome);
}

function untilOutcomes(registered: Registered, count: number): Promise<string[]> {
  return eventually(`${count} applied messages`, async () => {
    const outcomes = await outcomesOf(registered);
    return outcomes.length === count ? outcomes : undefined;
  });
}

async function reviewsOf({ requestId }: Registered): Promise<{ kind: string; details: object }[]> {
  const { rows } = await system.owner.query<{ kind: string; details: object }>(
    `select kind, details from reviews
     where subject_id in (select id from orders where owner_id = $1)
     order by raised_at`,
    [requestId],
  );
  return rows;
}

function suspense(): Promise<bigint> {
  return readBalance(system.deps.db, { account: account.suspense });
}

test('F6 A1 S400 a payment of a wrong amount goes to suspense with a review, and no voucher is issued', async () => {
  const { buyer, registered, lost, checkoutRequestId } = await payWithLostResult(1_000);
  const before = await suspense();
  const forged = stkCallback({ checkoutRequestId, amount: 10, receipt: 'UKL0000001' });
  expect(await postTo(lost.url, forged)).toEqual(ACKNOWLEDGED);
  const state = await untilStatus(system, buyer, registered, 'CANCELED');
  expect(state.failureReason).toBe('provider_error');
  expect(state.voucher).toBeUndefined();
  expect((await suspense()) - before).toBe(1_000n);
  expect(await reviewsOf(registered)).toEqual([
    { kind: 'wrong_amount', details: { asked: 1_000, received: 10, receipt: 'UKL0000001' } },
  ]);
  await postTo(lost.url, forged);
  expect((await suspense()) - before).toBe(1_000n);
});

test('opens one review for each payment of a wrong amount, and none for a repeated callback', async () => {
  const { buyer, registered, lost, checkoutRequestId } = await payWithLostResult(1_000);
  const first = stkCallback({ checkoutRequestId, amount: 10, receipt: 'UKL0000021' });
  await postTo(lost.url, first);
  await untilStatus(system, buyer, registered, 'CANCELED');
  await postTo(lost.url, stkCallback({ checkoutRequestId, amount: 20, receipt: 'UKL0000022' }));
  expect(await untilOutcomes(registered, 2)).toEqual(['review', 'review']);
  // Reports the same payment with a different body.
  await postTo(lost.url, { ...first, again: true });
  await untilOutcomes(registered, 3);
  const receipts = (await reviewsOf(registered)).map(({ details }) => details);
  expect(receipts).toEqual([
    { asked: 1_000, received: 10, receipt: 'UKL0000021' },
    { asked: 1_000, received: 20, receipt: 'UKL0000022' },
  ]);
});

test('after a payment of a wrong amount, a query’s answer, which has no amount, completes nothing', async () => {
  const { buyer, registered, lost, checkoutRequestId } = await payWithLostResult(1_000);
  await postTo(lost.url, stkCallback({ checkoutRequestId, amount: 10, receipt: 'UKL0000012' }));
  await untilStatus(system, buyer, registered, 'CANCELED');
  await postTo(lost.url, { Body: 'makes us ask' });
  expect(await untilOutcomes(registered, 2)).toEqual(['review', 'ask_unreadable']);
  await system.idle();
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('CANCELED');
});

test('after a payment of a wrong amount, a payment of the right amount completes the purchase', async () => {
  const { buyer, registered, lost, checkoutRequestId } = await payWithLostResult(1_000);
  await postTo(lost.url, stkCallback({ checkoutRequestId, amount: 10, receipt: 'UKL0000002' }));
  await untilStatus(system, buyer, registered, 'CANCELED');
  await system.provider.deliver(lost);
  const state = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(state.mpesaReceipt).not.toBe('UKL0000002');
});

test('A2 S399 queries M-PESA instead of trusting a callback with another prompt’s CheckoutRequestID', async () => {
  const other = await openUnansweredPrompt(400);
  const { buyer, registered, lost } = await payWithLostResult(500);
  const swapped = stkCallback({
    checkoutRequestId: other.checkoutRequestId,
    amount: 400,
    receipt: 'UKL0000003',
  });
  expect(await postTo(lost.url, swapped)).toEqual(ACKNOWLEDGED);
  const state = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(state.mpesaReceipt).toBeUndefined();
  expect(await untilOutcomes(registered, 1)).toEqual(['ask_ids_differ']);
  expect((await stateOf(system, other.buyer, other.registered)).orderStatus).toBe('PENDING');
});

test('A1 an invalid callback, or a callback without an amount, completes no purchase', async () => {
  const { buyer, registered, lost, checkoutRequestId } = await payWithLostResult(600);
  await system.sandbox.behave({ failHttp: { path: '/mpesa/stkpushquery', status: 500, times: 10 } });
  const bodies = [
    {},
    [],
    { Body: null },
    { Body: { stkCallback: { ResultCode: 0 } } },
    'paid',
    12,
    { Body: { text: 'nul \u0000 and half a pair \ud800' } },
    stkCallback({ checkoutRequestId, receipt: 'UKL0000004' }),
    stkCallback({ checkoutRequestId, amount: 600.5, receipt: 'UKL0000005' }),
    stkCallback({ checkoutRequestId, amount: -600, receipt: 'UKL0000006' }),
  ];
  for (const body of bodies) expect(await postTo(lost.url, body)).toEqual(ACKNOWLEDGED);
  const outcomes = await untilOutcomes(registered, bodies.length);
  expect([...new Set(outcomes)].toSorted()).toEqual(['ask_unreadable', 'ask_without_amount']);
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
});

test('a callback with a result that is not final leaves the purchase pending', async () => {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 650 });
  const lost = await system.provider.losing(() =>
    system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { pin: '1234' }),
  );
  await system.sandbox.behave({ failHttp: { path: '/mpesa/stkpushquery', status: 500, times: 10 } });
  const { rows } = await system.owner.query<{ id: string }>(
    'select provider_ids[1] as id from orders where owner_id = $1',
    [registered.requestId],
  );
  const checkoutRequestId = rows[0]?.id ?? '';
  for (const resultCode of ['4999', '777', 'constructor', '__proto__', '', -1]) {
    await postTo(lost.url, stkCallback({ checkoutRequestId, resultCode }));
  }
  expect(new Set(await untilOutcomes(registered, 6))).toEqual(new Set(['ask_not_final']));
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
});

test('A2 a callback with the receipt of another payment completes nothing and opens a review', async () => {
  const first = await payWithLostResult(800);
  await system.provider.deliver(first.lost);
  const { mpesaReceipt } = await untilStatus(system, first.buyer, first.registered, 'COMPLETED');
  const second = await payWithLostResult(810);
  await postTo(
    second.lost.url,
    stkCallback({ checkoutRequestId: second.checkoutRequestId, amount: 810, receipt: mpesaReceipt }),
  );
  await untilOutcomes(second.registered, 1);
  expect((await stateOf(system, second.buyer, second.registered)).orderStatus).toBe('PENDING');
  expect((await reviewsOf(second.registered)).map(({ kind }) => kind)).toEqual(['receipt_reused']);
});

test('A2 of two concurrent payments with one receipt one completes its purchase, the other opens a review', async () => {
  const pair = [await payWithLostResult(820), await payWithLostResult(820)];
  await Promise.all(
    pair.map(({ lost, checkoutRequestId }) =>
      postTo(lost.url, stkCallback({ checkoutRequestId, amount: 820, receipt: 'UKL0000082' })),
    ),
  );
  for (const { registered } of pair) await untilOutcomes(registered, 1);
  const ends = await Promise.all(
    pair.map(async ({ buyer, registered }) => [
      (await stateOf(system, buyer, registered)).orderStatus,
      ...(await reviewsOf(registered)).map(({ kind }) => kind),
    ]),
  );
  const inOrder = ends.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  expect(inOrder).toEqual([['COMPLETED'], ['PENDING', 'receipt_reused']]);
});

test('A1 acknowledges messages to unknown callback URLs without storing them, and refuses too many', async () => {
  const { registered, buyer, lost, checkoutRequestId } = await payWithLostResult(700);
  const count = async () =>
    (await system.owner.query('select count(*)::int as count from provider_messages')).rows[0].count;
  const before = await count();
  const forged = stkCallback({ checkoutRequestId, amount: 700, receipt: 'UKL0000007' });
  const unknown = () => lost.url.replace(/[^/]+$/u, randomBytes(24).toString('hex'));
  for (let n = 0; n < 20; n += 1) {
    expect(await postTo(unknown(), forged)).toEqual(ACKNOWLEDGED);
    expect(await postTo(`${unknown()}/timeout`, forged)).toEqual(ACKNOWLEDGED);
  }
  const many = await Promise.all(Array.from({ length: 60 }, () => postTo(unknown(), forged)));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(await count()).toBe(before);
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
});

test('a second success callback of a paid purchase never credits the buyer’s wallet if its amount is wrong', async () => {
  const { buyer, registered, lost, checkoutRequestId } = await payWithLostResult(900);
  await system.provider.deliver(lost);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  await postTo(lost.url, stkCallback({ checkoutRequestId, amount: 1, receipt: 'UKL0000008' }));
  expect(await untilOutcomes(registered, 2)).toEqual(['completed', 'review']);
  expect((await reviewsOf(registered)).map(({ kind }) => kind)).toEqual(['wrong_amount']);
  expect(await readWallet(system, buyer)).toBe(0);
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('COMPLETED');
});
