import { randomUUID } from 'node:crypto';
import { confirmPayment } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer, newConsumers } from '../../../testing/consumers.ts';
import {
  confirm,
  register,
  registerAndStart,
  start,
  stateOf,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

function startOwn(buyer: SignedIn, registered: Registered | undefined) {
  if (!registered) throw new Error('nothing was registered');
  return start(system, buyer, registered);
}

async function attemptsOf(requestId: string): Promise<string[]> {
  const { rows } = await system.owner.query<{ state: string }>(
    'select state from orders where owner_id = $1 order by created_at',
    [requestId],
  );
  return rows.map(({ state }) => state);
}

test('refuses to start a payment while M-PESA gives no access token; a later retry works', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 500 });
  await system.provider.voidTokens();
  await system.sandbox.behave({ failHttp: { path: '/oauth', status: 503, times: 2 } });
  const refused = await start(system, buyer, registered);
  expect(refused).toMatchObject({ status: 503, outcome: 'provider_unavailable' });
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await stateOf(system, buyer, registered)).toMatchObject({
    orderStatus: 'CANCELED',
    failureReason: 'provider_error',
  });
  await system.provider.reset();
  expect((await start(system, buyer, registered)).answer.orderStatus).toBe('PENDING');
  expect(await attemptsOf(registered.requestId)).toEqual(['FAILED', 'SENT']);
});

test('F13 renews an access token voided by M-PESA once for all callers, and loses no prompt', async () => {
  const buyers = await newConsumers(system, 15);
  const purchases = await Promise.all(buyers.map((buyer) => register(system, buyer, { amount: 505 })));
  await system.provider.voidTokens();
  await system.provider.reset();
  const replies = await Promise.all(buyers.map((buyer, n) => startOwn(buyer, purchases[n])));
  expect(replies.map(({ answer }) => answer.orderStatus)).toEqual(buyers.map(() => 'PENDING'));
  const requests = (await system.sandbox.events()).map(({ detail }) => detail);
  expect(requests.filter((detail) => detail.includes('/oauth/'))).toHaveLength(1);
  for (const { phoneNumber } of buyers)
    expect((await system.sandbox.phone(phoneNumber)).prompts).toHaveLength(1);
});

test.each([
  [400, 409, 'payment_rejected', 'CANCELED'],
  [429, 503, 'provider_unavailable', 'CANCELED'],
  [500, 200, 'ok', 'PENDING'],
  [503, 200, 'ok', 'PENDING'],
])(
  'if M-PESA answers a prompt request with HTTP %i, the caller gets %i %s and the purchase is %s',
  async (status, answered, outcome, orderStatus) => {
    const buyer = await newConsumer(system);
    const registered = await register(system, buyer, { amount: 510 });
    await system.sandbox.behave({ failHttp: { path: '/mpesa/stkpush', status, times: 1 } });
    expect(await start(system, buyer, registered)).toMatchObject({ status: answered, outcome });
    expect((await stateOf(system, buyer, registered)).orderStatus).toBe(orderStatus);
  },
);

test('if M-PESA reports the payer as locked, cancels the purchase and says how long to wait', async () => {
  const [buyer, other] = [await newConsumer(system), await newConsumer(system)];
  await registerAndStart(system, other, { amount: 520, partyA: buyer.phoneNumber });
  // Deletes the claim, as after a crash: M-PESA has the open prompt, our database does not.
  await system.owner.query('delete from open_prompts where msisdn = $1', [buyer.phoneNumber]);
  const registered = await register(system, buyer, { amount: 521 });
  const refused = await start(system, buyer, registered);
  expect(refused).toMatchObject({ status: 409, outcome: 'prompt_open' });
  expect(refused.refusal.retryAfterSeconds).toBe(60);
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('CANCELED');
});

test('S379 starting a pending purchase again gives the same answer without a second prompt', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 530 });
  const first = await start(system, buyer, registered);
  const second = await start(system, buyer, registered);
  expect(second.answer).toEqual(first.answer);
  expect((await system.sandbox.phone(buyer.phoneNumber)).prompts).toHaveLength(1);
  expect(await attemptsOf(registered.requestId)).toEqual(['SENT']);
});

test('S381 a second attempt pays for a canceled purchase, which then stays paid', async () => {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 540 });
  const { phoneNumber } = buyer;
  await system.sandbox.answerPrompt(phoneNumber, registered.billReferenceNumber, { cancel: true });
  await untilStatus(system, buyer, registered, 'CANCELED');
  expect((await start(system, buyer, registered)).answer.orderStatus).toBe('PENDING');
  await system.sandbox.answerPrompt(phoneNumber, registered.billReferenceNumber, { pin: '1234' });
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await attemptsOf(registered.requestId)).toEqual(['FAILED', 'SUCCEEDED']);
  expect(await start(system, buyer, registered)).toMatchObject({ status: 409, outcome: 'already_paid' });
});

test('A39 S389 refuses to start a purchase that differs from its registration, and sends no prompt', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 550 });
  const other = await register(system, buyer, { amount: 551 });
  const changes = [
    { amount: 549 },
    { amount: 250_001 },
    { billReferenceNumber: other.billReferenceNumber },
    { billReferenceNumber: registered.billReferenceNumber.toLowerCase() },
    { requestIdHeader: other.requestId },
    { requestIdHeader: randomUUID() },
  ];
  for (const changed of changes) {
    const reply = await start(system, buyer, registered, changed);
    expect(reply).toMatchObject({ status: 422, outcome: 'registration_mismatch' });
  }
  expect(await attemptsOf(registered.requestId)).toEqual([]);
  expect((await system.sandbox.phone(buyer.phoneNumber)).prompts).toEqual([]);
});

test('S484 does not find another user’s purchase, exactly like an unknown one', async () => {
  const [buyer, stranger] = [await newConsumer(system), await newConsumer(system)];
  const registered = await registerAndStart(system, buyer, { amount: 560 });
  const missing = { ...registered, requestId: randomUUID() };
  for (const purchase of [registered, missing]) {
    expect(await start(system, stranger, purchase)).toMatchObject({ status: 404, outcome: 'not_found' });
    expect(await confirm(system, stranger, purchase)).toMatchObject({ status: 404, outcome: 'not_found' });
    expect(await stateOf(system, stranger, purchase)).toBeUndefined();
  }
  await expect(register(system, { ...stranger, user: buyer.user }, { amount: 561 })).rejects.toThrow(
    'not_found',
  );
});

test('A39 S351 Fetch Payment confirms a payment only when it is completed', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 570 });
  expect(await confirm(system, buyer, registered)).toMatchObject({ status: 409, outcome: 'payment_pending' });
  await start(system, buyer, registered);
  expect(await confirm(system, buyer, registered)).toMatchObject({ status: 409, outcome: 'payment_pending' });
  await system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { pin: '0000' });
  await untilStatus(system, buyer, registered, 'CANCELED');
  const canceled = await confirm(system, buyer, registered);
  expect(canceled).toMatchObject({ status: 409, outcome: 'payment_canceled' });
  expect(canceled.refusal).toMatchObject({
    responseMessage: 'Payment status not completed',
    failureReason: 'wrong_pin',
  });
  await start(system, buyer, registered);
  await system.provider.losing(() =>
    system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { pin: '1234' }),
  );
  const confirmed = await confirm(system, buyer, registered);
  expect(confirmed.answer).toEqual({ ...registered, shortCode: '600100', orderStatus: 'COMPLETED' });
});

test('A39 S483 Fetch Payment needs the payment’s own bill reference', async () => {
  const buyer = await newConsumer(system);
  const { requestId } = await registerAndStart(system, buyer, { amount: 580 });
  const reply = await system.call(
    confirmPayment,
    { headers: { 'x-requestid': requestId }, body: { billReferenceNumber: 'ABCDEFGH' } },
    { bearer: buyer.bearer },
  );
  expect(reply).toMatchObject({ status: 422, outcome: 'registration_mismatch' });
});
