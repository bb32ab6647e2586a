import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newConsumer, newConsumers } from '../../../testing/consumers.ts';
import { register, registerAndStart, start, stateOf, untilStatus } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

function newNumber(): string {
  return newPerson('Musa', 'Otieno').phoneNumber;
}

async function promptsOn(msisdn: string): Promise<number> {
  return (await system.sandbox.phone(msisdn)).prompts.length;
}

function countOf(outcomes: string[], wanted: string): number {
  return outcomes.filter((outcome) => outcome === wanted).length;
}

test('a phone with an open prompt gets no second one until the first is answered', async () => {
  const buyer = await newConsumer(system);
  const first = await registerAndStart(system, buyer, { amount: 100 });
  const second = await register(system, buyer, { amount: 200 });
  const refused = await start(system, buyer, second);
  expect(refused).toMatchObject({ status: 409, outcome: 'prompt_open' });
  expect(refused.refusal.retryAfterSeconds).toBeGreaterThan(0);
  expect(refused.headers.get('retry-after')).toBe(String(refused.refusal.retryAfterSeconds));
  await system.sandbox.answerPrompt(buyer.phoneNumber, first.billReferenceNumber, { cancel: true });
  await untilStatus(system, buyer, first, 'CANCELED');
  expect((await start(system, buyer, second)).outcome).toBe('ok');
});

test('F25 S386 only one of ten concurrent purchases prompts the same phone', async () => {
  const buyers = await newConsumers(system, 10);
  const partyA = newNumber();
  const outcomes = await Promise.all(
    buyers.map(async (buyer, n) => {
      const registered = await register(system, buyer, { amount: 100 + n, partyA });
      return (await start(system, buyer, registered)).outcome;
    }),
  );
  expect([countOf(outcomes, 'ok'), countOf(outcomes, 'prompt_open')]).toEqual([1, 9]);
  expect(await promptsOn(partyA)).toBe(1);
});

test('S380 twenty concurrent starts of one purchase make one prompt', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 450 });
  const replies = await Promise.all(Array.from({ length: 20 }, () => start(system, buyer, registered)));
  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  expect(new Set(replies.map(({ answer }) => answer.orderStatus))).toEqual(new Set(['PENDING']));
  expect(await promptsOn(buyer.phoneNumber)).toBe(1);
});

test('S499 refuses a prompt for the same amount to the same phone for two minutes after a payment', async () => {
  const buyer = await newConsumer(system);
  const first = await registerAndStart(system, buyer, { amount: 300 });
  await system.sandbox.answerPrompt(buyer.phoneNumber, first.billReferenceNumber, { pin: '1234' });
  await untilStatus(system, buyer, first, 'COMPLETED');
  const again = await register(system, buyer, { amount: 300 });
  const refused = await start(system, buyer, again);
  expect(refused).toMatchObject({ status: 409, outcome: 'prompt_repeated' });
  expect(refused.refusal.retryAfterSeconds).toBeGreaterThan(100);
  expect(refused.refusal.retryAfterSeconds).toBeLessThanOrEqual(120);
  expect((await stateOf(system, buyer, again)).orderStatus).toBe('REGISTERED');
  expect((await start(system, buyer, await register(system, buyer, { amount: 301 }))).outcome).toBe('ok');
});

test('A37 S384 all users together can prompt a stranger’s phone three times a day; its owner can always pay', async () => {
  const owner = await newConsumer(system);
  const buyers = await newConsumers(system, 4);
  const outcomes: string[] = [];
  for (const [n, buyer] of buyers.entries()) {
    const registered = await register(system, buyer, { amount: 600 + n, partyA: owner.phoneNumber });
    const reply = await start(system, buyer, registered);
    outcomes.push(`${reply.status} ${reply.outcome}`);
    if (reply.outcome !== 'ok') continue;
    await system.sandbox.answerPrompt(owner.phoneNumber, registered.billReferenceNumber, { pin: '1234' });
    await untilStatus(system, buyer, registered, 'COMPLETED');
  }
  expect(outcomes).toEqual(['200 ok', '200 ok', '200 ok', '429 prompts_exhausted']);
  await registerAndStart(system, owner, { amount: 50 });
});

test('S385 two prompts that a stranger cancelled or ignored exhaust the day’s limit', async () => {
  const partyA = newNumber();
  for (const [resultCode, amount] of [
    ['1032', 700],
    ['1019', 701],
  ] as const) {
    const buyer = await newConsumer(system);
    await system.sandbox.behave({ endWith: { path: '/mpesa/stkpush', resultCode, times: 1 } });
    const registered = await registerAndStart(system, buyer, { amount, partyA });
    await untilStatus(system, buyer, registered, 'CANCELED');
  }
  const buyer = await newConsumer(system);
  const third = await register(system, buyer, { amount: 702, partyA });
  expect((await start(system, buyer, third)).outcome).toBe('prompts_exhausted');
  expect((await start(system, buyer, third, { partyA: newNumber() })).outcome).toBe('ok');
});

test('A38 S513 twenty concurrent payments of a buyer never exceed the daily limit', async () => {
  const buyer = await newConsumer(system);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const registered = await register(system, buyer, { amount: 100_000, partyA: newNumber() });
      return (await start(system, buyer, registered)).outcome;
    }),
  );
  expect([countOf(outcomes, 'ok'), countOf(outcomes, 'daily_limit')]).toEqual([5, 15]);
  const { rows } = await system.owner.query(
    `select sum(amount_cents)::bigint::text as cents from purchases where buyer_id = $1 and status = 'PENDING'`,
    [buyer.user.id],
  );
  expect(rows).toEqual([{ cents: '50000000' }]);
});

test('cancelled payments and yesterday’s payments do not count towards the daily limit', async () => {
  const buyer = await newConsumer(system);
  for (let n = 0; n < 2; n += 1) {
    const registered = await registerAndStart(system, buyer, { amount: 250_000, partyA: newNumber() });
    if (n === 0) {
      await system.owner.query(
        `update purchases set pending_since = pending_since - interval '24 hours' where id = $1`,
        [registered.requestId],
      );
    }
  }
  const canceled = await registerAndStart(system, buyer, { amount: 250_000 });
  await system.sandbox.answerPrompt(buyer.phoneNumber, canceled.billReferenceNumber, { cancel: true });
  await untilStatus(system, buyer, canceled, 'CANCELED');
  await registerAndStart(system, buyer, { amount: 250_000, partyA: newNumber() });
  const last = await register(system, buyer, { amount: 1, partyA: newNumber() });
  expect((await start(system, buyer, last)).outcome).toBe('daily_limit');
});

test('S383 a user cannot prompt any phone before verifying their own', async () => {
  const buyer = await newConsumer(system, { phone: false });
  const registered = await register(system, buyer, { amount: 100 });
  expect(await start(system, buyer, registered)).toMatchObject({
    status: 409,
    outcome: 'phone_not_verified',
  });
  expect(await promptsOn(buyer.phoneNumber)).toBe(0);
});

test('S440 a frozen account cannot prompt any phone', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 100 });
  await system.owner.query(`update users set status = 'FROZEN' where id = $1`, [buyer.user.id]);
  const refused = await start(system, buyer, registered);
  expect(['401 unauthenticated', '403 account_frozen']).toContain(`${refused.status} ${refused.outcome}`);
  expect(await promptsOn(buyer.phoneNumber)).toBe(0);
});

test('S512 refuses to register a purchase above the transaction limit', async () => {
  const buyer = await newConsumer(system);
  await expect(register(system, buyer, { amount: 250_001 })).rejects.toThrow('transaction_limit');
});
