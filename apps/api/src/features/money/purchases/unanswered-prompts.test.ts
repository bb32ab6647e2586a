import { newPerson } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import {
  answerPrompt,
  register,
  registerAndStart,
  start,
  stateOf,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

async function vouchersOf({ requestId }: Registered): Promise<number> {
  const { rows } = await system.owner.query('select 1 from vouchers where purchase_id = $1', [requestId]);
  return rows.length;
}

test('the callback resolves a prompt whose request to M-PESA hangs', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ hang: { path: '/mpesa/stkpush', ms: 11_000, times: 1 } });
  const registered = await registerAndStart(system, buyer, { amount: 1_200 });
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await vouchersOf(registered)).toBe(1);
});

test('the callback resolves a prompt for which M-PESA’s acknowledgement was lost', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ executeThenDrop: { path: '/mpesa/stkpush', times: 1 } });
  const registered = await registerAndStart(system, buyer, { amount: 1_300 });
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await vouchersOf(registered)).toBe(1);
});

test('two paid prompts of one purchase are two payments, even if the second callback is lost', async () => {
  const [buyer, friend] = [await newConsumer(system), newPerson('Otieno', 'Wafula')];
  await sendPayBillAddresses(system.deps);
  const registered = await registerAndStart(system, buyer, { amount: 1_350 });
  await system.owner.query(
    `update orders set state = 'FAILED', failure_reason = 'unreachable', result_code = '1037', ended_at = now(),
       next_poll_at = null, confirmed_at = now() where owner_id = $1`,
    [registered.requestId],
  );
  await system.owner.query(
    `update purchases set status = 'CANCELED', failure_reason = 'unreachable' where id = $1`,
    [registered.requestId],
  );
  await system.sandbox.behave({ executeThenDrop: { path: '/mpesa/stkpush', times: 1 } });
  await start(system, buyer, registered, { partyA: friend.phoneNumber });
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  await system.provider.losing(() => answerPrompt(system, friend.phoneNumber, registered));
  await pollOrdersNow(system);
  await pollOrdersNow(system);
  expect(await readWallet(system, buyer)).toBe(1_350);
});

test('F2 S393 a purchase without any answer from M-PESA expires after 48 hours, and a later success still counts', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ executeThenDrop: { path: '/mpesa/stkpush', times: 1 } });
  const registered = await registerAndStart(system, buyer, { amount: 1_400 });
  await pollOrdersNow(system);
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('PENDING');
  await system.owner.query(
    `update orders set created_at = created_at - interval '49 hours'
     where owner_id = $1`,
    [registered.requestId],
  );
  await pollOrdersNow(system);
  const expired = await stateOf(system, buyer, registered);
  expect(expired).toMatchObject({ orderStatus: 'CANCELED', failureReason: 'expired' });
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await vouchersOf(registered)).toBe(1);
});

test('S392 a prompt that M-PESA may not have received blocks the phone for five minutes and no longer', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ failHttp: { path: '/mpesa/stkpush', status: 503, times: 1 } });
  const lost = await registerAndStart(system, buyer, { amount: 1_500 });
  const { prompt, retryAt } = await stateOf(system, buyer, lost);
  expect(prompt?.isUnanswered).toBe(true);
  expect(Date.parse(retryAt ?? '') - Date.now()).toBeGreaterThan(200_000);
  const next = await register(system, buyer, { amount: 1_501 });
  const refused = await start(system, buyer, next);
  expect(refused.outcome).toBe('prompt_open');
  expect(refused.refusal.retryAfterSeconds).toBeGreaterThan(290);
  expect(refused.refusal.retryAfterSeconds).toBeLessThanOrEqual(300);
  await system.owner.query(`update open_prompts set expires_at = expires_at - interval '5 minutes'`);
  expect((await start(system, buyer, next)).outcome).toBe('ok');
  expect((await stateOf(system, buyer, lost)).orderStatus).toBe('PENDING');
});

test('a sweep queries M-PESA about every due prompt, and a prompt that cannot be resolved blocks no other', async () => {
  await system.owner.query(`
    insert into orders (home_id, id, kind, owner_id, party, amount_cents, created_at, next_poll_at)
    select gen_random_uuid(), gen_random_uuid(), 'purchase', gen_random_uuid(), '254700000000', 100,
      now() - interval '49 hours', now()
    from generate_series(1, 50)`);
  await pollOrdersNow(system);
  const { rows } = await system.owner.query(
    `delete from orders where party = '254700000000' returning polls`,
  );
  expect(rows).toEqual(Array.from({ length: 50 }, () => ({ polls: 1 })));
});
