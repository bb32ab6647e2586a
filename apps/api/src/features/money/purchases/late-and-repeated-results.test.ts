import { newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { postTo, stkCallback, type LostCallback } from '../../../testing/provider-side.ts';
import {
  answerPrompt,
  payWithLostResult,
  registerAndStart,
  start,
  stateOf,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

async function effectsOf({ requestId }: Registered) {
  const { rows } = await system.owner.query(
    `select
       (select count(*)::int from vouchers where purchase_id = p.id) as vouchers,
       (select count(*)::int from ledger.transfers where home_id = p.home_id) as transfers,
       (select count(*)::int from orders where home_id = p.home_id) as attempts,
       (select coalesce(sum(copies), 0)::int from provider_messages where home_id = p.home_id) as messages,
       (select coalesce(array_agg(kind), '{}') from reviews
          where subject_id in (select id from orders where home_id = p.home_id)) as reviews
     from purchases p where p.id = $1`,
    [requestId],
  );
  return rows[0];
}

const ONCE = { vouchers: 1, transfers: 2, attempts: 1, reviews: [] };

test('F1 S398 issues one voucher for the same callback sent fifty times at once', async () => {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_000 });
  await system.sandbox.behave({ callback: { copies: 50 } });
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  await eventually('fifty messages', async () =>
    (await effectsOf(registered)).messages === 50 ? true : undefined,
  );
  expect(await effectsOf(registered)).toEqual({ ...ONCE, messages: 50 });
});

test('applies each of twelve concurrent results after an outage once, with its own outcome', async () => {
  const buyers = await Promise.all(Array.from({ length: 12 }, () => newConsumer(system)));
  const paid: { buyer: SignedIn; registered: Registered; lost: LostCallback }[] = [];
  for (const buyer of buyers) paid.push({ buyer, ...(await payWithLostResult(system, buyer, 1_000)) });
  const [unreadable, gone, ...others] = paid;
  if (!unreadable || !gone) throw new Error('twelve have paid');
  // Breaks one message: it must stay stored, and not delay the others in its batch.
  await system.owner.query(
    `update callback_tokens set target_id = gen_random_uuid()
     where target_id = (select id from orders where owner_id = $1)`,
    [gone.registered.requestId],
  );
  await Promise.all([
    postTo(unreadable.lost.url, { Body: 'an unknown message' }),
    ...[gone, ...others, ...others].map(({ lost }) => system.provider.deliver(lost)),
  ]);
  for (const { buyer, registered } of others) await untilStatus(system, buyer, registered, 'COMPLETED');
  // M-PESA was queried, because the message proved nothing.
  await untilStatus(system, unreadable.buyer, unreadable.registered, 'COMPLETED');
  await system.idle();
  for (const { registered } of others) expect(await effectsOf(registered)).toEqual({ ...ONCE, messages: 2 });
  expect(await stateOf(system, gone.buyer, gone.registered)).toMatchObject({ orderStatus: 'PENDING' });
  await pollOrdersNow(system);
  await untilStatus(system, gone.buyer, gone.registered, 'COMPLETED');
});

test('F1 the same callback repeated hours later changes nothing', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 1_000);
  await system.provider.deliver(lost);
  const first = await untilStatus(system, buyer, registered, 'COMPLETED');
  await system.provider.deliver(lost);
  expect(await stateOf(system, buyer, registered)).toEqual(first);
  expect(await effectsOf(registered)).toEqual({ ...ONCE, messages: 2 });
});

test('a payment reported again with a different body is not a second payment', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 1_000);
  await system.provider.deliver(lost);
  const { mpesaReceipt } = await untilStatus(system, buyer, registered, 'COMPLETED');
  const checkoutRequestId = await checkoutOf(registered);
  await postTo(lost.url, stkCallback({ checkoutRequestId, amount: 1_000, receipt: mpesaReceipt }));
  await system.idle();
  expect(await effectsOf(registered)).toEqual({ ...ONCE, messages: 2 });
  expect(await readWallet(system, buyer)).toBe(0);
});

test('F3 a callback that arrives before M-PESA’s answer to the prompt request completes the purchase', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ autoAnswer: 'approve', callback: { beforeReply: true } });
  const registered = await registerAndStart(system, buyer, { amount: 700 });
  const state = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(state.mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
  expect(await effectsOf(registered)).toMatchObject(ONCE);
});

test('F4 S371 without a callback the sweep queries M-PESA, and a later callback brings the receipt', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 2_000);
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
  await pollOrdersNow(system);
  const settled = await stateOf(system, buyer, registered);
  expect(settled.orderStatus).toBe('COMPLETED');
  expect(settled.mpesaReceipt).toBeUndefined();
  await system.provider.deliver(lost);
  const state = await eventually('the receipt', async () => {
    const now = await stateOf(system, buyer, registered);
    return now.mpesaReceipt === undefined ? undefined : now;
  });
  expect(state.mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
  expect(await effectsOf(registered)).toMatchObject(ONCE);
});

test('F28 concurrent sweeps query M-PESA about a prompt and resolve it once', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 2_500);
  await system.owner.query('update orders set next_poll_at = now() where next_poll_at is not null');
  await Promise.all([
    ...Array.from({ length: 4 }, () => pollOrders(system.deps)),
    system.provider.deliver(lost),
  ]);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await effectsOf(registered)).toMatchObject(ONCE);
});

test('F2 S396 a callback with a success completes a canceled purchase', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 900);
  await postTo(lost.url, stkCallback({ checkoutRequestId: await checkoutOf(registered), resultCode: 1037 }));
  const canceled = await untilStatus(system, buyer, registered, 'CANCELED');
  expect(canceled.failureReason).toBe('unreachable');
  await system.provider.deliver(lost);
  const state = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(state).toMatchObject({ value: 855, fee: 45 });
  expect(state.failureReason).toBeUndefined();
  expect(await effectsOf(registered)).toMatchObject(ONCE);
});

test('F5 S394 a callback with a failure after the success changes nothing and opens a review', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 1_100);
  await system.provider.deliver(lost);
  const completed = await untilStatus(system, buyer, registered, 'COMPLETED');
  await postTo(lost.url, stkCallback({ checkoutRequestId: await checkoutOf(registered), resultCode: 1032 }));
  await eventually('the review', async () =>
    (await effectsOf(registered)).reviews.length > 0 ? true : undefined,
  );
  expect(await effectsOf(registered)).toMatchObject({ ...ONCE, reviews: ['failure_after_success'] });
  expect(await stateOf(system, buyer, registered)).toEqual(completed);
});

test('S397 when both attempts are paid, credits the second payment to the buyer’s wallet and notifies the buyer', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 3_000);
  await postTo(lost.url, stkCallback({ checkoutRequestId: await checkoutOf(registered), resultCode: 1037 }));
  await untilStatus(system, buyer, registered, 'CANCELED');
  await whileQueriesFail();
  await letFailureAge(registered);
  const helper = newPerson('Musa', 'Otieno').phoneNumber;
  expect((await start(system, buyer, registered, { partyA: helper })).outcome).toBe('ok');
  await system.provider.deliver(lost);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await readWallet(system, buyer)).toBe(0);
  await answerPrompt(system, helper, registered);
  await system.sandbox.sms(buyer.phoneNumber, /charged you twice/u);
  expect(await readWallet(system, buyer)).toBe(3_000);
  expect(await effectsOf(registered)).toMatchObject({ ...ONCE, attempts: 2 });
});

test('a purchase stays completed when its second attempt fails after the first succeeded', async () => {
  const buyer = await newConsumer(system);
  const { registered, lost } = await payWithLostResult(system, buyer, 3_100);
  await postTo(lost.url, stkCallback({ checkoutRequestId: await checkoutOf(registered), resultCode: 1019 }));
  await untilStatus(system, buyer, registered, 'CANCELED');
  await whileQueriesFail();
  await letFailureAge(registered);
  const helper = newPerson('Musa', 'Otieno').phoneNumber;
  expect((await start(system, buyer, registered, { partyA: helper })).outcome).toBe('ok');
  await system.provider.deliver(lost);
  const completed = await untilStatus(system, buyer, registered, 'COMPLETED');
  await system.sandbox.answerPrompt(helper, registered.billReferenceNumber, { cancel: true });
  await eventually('both results', async () =>
    (await effectsOf(registered)).messages === 3 ? true : undefined,
  );
  await pollOrdersNow(system);
  expect(await stateOf(system, buyer, registered)).toEqual(completed);
  expect(await effectsOf(registered)).toMatchObject({ ...ONCE, attempts: 2 });
});

/** Makes M-PESA fail the query about the first prompt that *Try again* sends. */
function whileQueriesFail(): Promise<unknown> {
  return system.sandbox.behave({ failHttp: { path: '/mpesa/stkpushquery', status: 503, times: 1 } });
}

/** Lets five minutes pass, after which *Try again* works without M-PESA's answer about the failed prompt. */
async function letFailureAge({ requestId }: Registered): Promise<void> {
  await system.owner.query(
    `update orders set ended_at = ended_at - interval '6 minutes' where owner_id = $1`,
    [requestId],
  );
}

async function checkoutOf({ requestId }: Registered): Promise<string> {
  const { rows } = await system.owner.query<{ id: string }>(
    'select provider_ids[1] as id from orders where owner_id = $1 order by created_at limit 1',
    [requestId],
  );
  return rows[0]?.id ?? '';
}
