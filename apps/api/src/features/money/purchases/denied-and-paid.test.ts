import type { SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { postTo, stkCallback } from '../../../testing/provider-side.ts';
import {
  answerPrompt,
  confirm,
  registerAndStart,
  start,
  stateOf,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { applyPayBillPayment } from './index.ts';

const QUERY = '/mpesa/stkpushquery';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(async () => {
  // Finds payments that tests left at M-PESA, too, because the books must agree at the end.
  await system.provider.reset();
  await system.owner.query(
    `update orders set next_poll_at = now() where state in ('FAILED', 'SUCCEEDED') and receipt is null`,
  );
  await pollOrdersNow(system);
  await system.close();
});

/** Makes a purchase that M-PESA reports as failed and then takes money for; the callback of the success is lost. */
async function deniedAndPaid(amount: number): Promise<{ buyer: SignedIn; registered: Registered }> {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount });
  const lost = await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, registered));
  const checkoutRequestId = (await orderOf(registered))?.providerId ?? '';
  await postTo(lost.url, stkCallback({ checkoutRequestId, resultCode: 1037 }));
  await untilStatus(system, buyer, registered, 'CANCELED');
  return { buyer, registered };
}

/** Finds the receipt under which M-PESA lists the payment. */
async function receiptOf({ billReferenceNumber }: Registered): Promise<string> {
  const now = Date.now();
  const period = { from: new Date(now - 3_600_000), to: new Date(now + 60_000) };
  const page = await system.deps.mpesa.pullTransactions.query({ ...period, offset: 0 });
  const listed = page.outcome === 'accepted' ? page.transactions : [];
  return listed.find(({ billReference }) => billReference === billReferenceNumber)?.receipt ?? '';
}

async function orderOf({ requestId }: Registered) {
  const { rows } = await system.owner.query<{ state: string; providerId: string; receipt: string | null }>(
    `select state, provider_ids[1] as "providerId", receipt from orders
     where owner_id = $1 order by created_at limit 1`,
    [requestId],
  );
  return rows[0];
}

test('finds a payment that M-PESA took after reporting a failure, and completes the purchase', async () => {
  const { buyer, registered } = await deniedAndPaid(888);
  await pollOrdersNow(system);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await readWallet(system, buyer)).toBe(0);
  await pollOrdersNow(system);
  expect(await orderOf(registered)).toMatchObject({ state: 'SUCCEEDED', receipt: expect.any(String) });
  expect((await stateOf(system, buyer, registered)).mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
});

test('queries M-PESA about a failed prompt for a day, and then stops', async () => {
  const { registered } = await deniedAndPaid(889);
  await system.sandbox.behave({ failHttp: { path: QUERY, status: 503, times: 100 } });
  const pauses: (number | null)[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { rows } = await system.owner.query<{ seconds: number | null }>(
      `select round(extract(epoch from next_poll_at - greatest(ended_at, polled_at)))::int as seconds
       from orders where owner_id = $1`,
      [registered.requestId],
    );
    pauses.push(rows[0]?.seconds ?? null);
    await pollOrdersNow(system);
  }
  expect(pauses).toEqual([60, 240, 1_500, 19_800, 64_800, null]);
});

test('Fetch Payment queries M-PESA about a canceled purchase, too', async () => {
  const { buyer, registered } = await deniedAndPaid(890);
  expect((await confirm(system, buyer, registered)).answer).toMatchObject({ orderStatus: 'COMPLETED' });
});

test('F5 Try again queries M-PESA first, so that a buyer who has paid gets no second prompt', async () => {
  const { buyer, registered } = await deniedAndPaid(891);
  expect((await start(system, buyer, registered)).answer).toMatchObject({ orderStatus: 'COMPLETED' });
  const phone = await system.sandbox.phone(buyer.phoneNumber);
  expect(phone.prompts).toEqual([]);
  expect(phone.balance).toBe(50_000 - 891);
});

test('Try again waits at most five minutes for M-PESA to confirm a failure', async () => {
  const { buyer, registered } = await deniedAndPaid(892);
  await system.sandbox.behave({ failHttp: { path: QUERY, status: 503, times: 2 } });
  expect((await start(system, buyer, registered)).outcome).toBe('provider_unavailable');
  await system.owner.query(
    `update orders set ended_at = ended_at - interval '5 minutes' where owner_id = $1`,
    [registered.requestId],
  );
  expect((await start(system, buyer, registered)).answer).toMatchObject({ orderStatus: 'PENDING' });
});

test('after a pay-bill receipt completed a canceled purchase, a query without a receipt is no second payment', async () => {
  const { buyer, registered } = await deniedAndPaid(893);
  const receipt = await receiptOf(registered);
  const { billReferenceNumber: billReference } = registered;
  await inTransaction(system.deps.db, (tx) =>
    applyPayBillPayment(tx, system.deps, {
      messageId: registered.requestId,
      receipt,
      billReference,
      amountShillings: 893,
    }),
  );
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await orderOf(registered)).toMatchObject({ state: 'FAILED' });
  await pollOrdersNow(system);
  await pollOrdersNow(system);
  expect(await orderOf(registered)).toMatchObject({ state: 'SUCCEEDED' });
  expect(await readWallet(system, buyer)).toBe(0);
});

test('a second prompt’s payment adds its receipt to a success that a query reported without one', async () => {
  const buyer = await newConsumer(system);
  await system.sandbox.behave({ failHttp: { path: '/mpesa/stkpush', status: 503, times: 1 } });
  const registered = await registerAndStart(system, buyer, { amount: 894 });
  await system.owner.query(`update open_prompts set expires_at = expires_at - interval '5 minutes'`);
  await system.owner.query(
    `update orders set created_at = created_at - interval '5 minutes' where owner_id = $1`,
    [registered.requestId],
  );
  expect((await start(system, buyer, registered)).outcome).toBe('ok');
  const lost = await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, registered));
  expect((await confirm(system, buyer, registered)).outcome).toBe('ok');
  await system.provider.deliver(lost);
  expect(await readWallet(system, buyer)).toBe(0);
  const { rows } = await system.owner.query(
    `select kind from reviews where subject_id in (select id from orders where owner_id = $1)`,
    [registered.requestId],
  );
  expect(rows).toEqual([]);
});
