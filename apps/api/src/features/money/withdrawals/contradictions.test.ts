import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@zawadi/story/people';
import { eventually, pollBriefly } from '@zawadi/story/sandbox-control';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { payOutResult, payOutStatus, postTo } from '../../../testing/provider-side.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  checkStatus,
  fund,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { applyResult, findOrder } from '../../mpesa/orders/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

/** Makes a withdrawal that M-PESA has paid, but whose result callback is lost. */
async function payWithLostResult() {
  const person = await newConsumer(system);
  await fund(system, person, 2_000);
  const registered = await registerWithdrawal(system, person, 1_000);
  const lost = await system.provider.losing(() => startOf(system, person, registered));
  return { person, registered, lost };
}

function untilReviewed(requestId: string): Promise<string[]> {
  return eventually('a review', async () => {
    const { rows } = await system.owner.query<{ kind: string }>(
      'select kind from reviews where subject_id = $1',
      [requestId],
    );
    return rows.length > 0 ? rows.map(({ kind }) => kind) : undefined;
  });
}

async function heldFor(person: SignedIn): Promise<number> {
  const { rows } = await system.owner.query<{ cents: string }>(
    `select coalesce(sum(balance_cents), 0)::text as cents from ledger.strict_balances
     where home_id = $1 and account like 'held:%'`,
    [person.user.id],
  );
  return Number(rows[0]?.cents) / 100;
}

test('F5 a withdrawal’s failure after its success changes nothing and opens a review', async () => {
  const { person, registered, lost } = await payWithLostResult();
  await system.provider.deliver(lost);
  const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
  await postTo(lost.url, payOutResult(registered.requestId, { resultCode: 2040 }));
  expect(await untilReviewed(registered.requestId)).toEqual(['failure_after_success']);
  expect((await checkStatus(system, person, registered)).answer).toEqual(done);
});

test('a withdrawal’s second success with another receipt changes nothing and opens a review', async () => {
  const { person, registered, lost } = await payWithLostResult();
  await system.provider.deliver(lost);
  const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
  await postTo(lost.url, payOutResult(registered.requestId, { amount: 975, receipt: 'UKL0000003' }));
  expect(await untilReviewed(registered.requestId)).toEqual(['paid_twice']);
  expect((await checkStatus(system, person, registered)).answer).toEqual(done);
});

test('a result adds the receipt to a withdrawal that a status query completed without one', async () => {
  const { person, registered, lost } = await payWithLostResult();
  const order = await findOrder(system.deps.db, { homeId: person.user.id, id: registered.requestId });
  if (!order) throw new Error('the order is gone');
  await inTransaction(system.deps.db, (tx) => applyResult(tx, system.deps, order, { outcome: 'succeeded' }));
  await system.provider.deliver(lost);
  const code = await pollBriefly(async () => {
    return (await checkStatus(system, person, registered)).answer.transactionCode;
  });
  expect(code).toMatch(/^[A-Z0-9]{10}$/u);
});

test('sends no SMS about a withdrawal to a phone number that now belongs to another user', async () => {
  const { person, registered, lost } = await payWithLostResult();
  await system.owner.query(
    `update users set pending_phone_msisdn = phone_msisdn, phone_msisdn = null, phone_verified_at = null where id = $1`,
    [person.user.id],
  );
  await system.provider.deliver(lost);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  const { rows } = await system.owner.query('select topic from outbox where dedupe_key = $1', [
    `withdrawal-completed:${registered.requestId}`,
  ]);
  expect(rows).toEqual([{ topic: 'email' }]);
});

test('F5 a success after the money was returned to the wallet is not booked, and opens a review', async () => {
  const { person, registered, lost } = await payWithLostResult();
  await postTo(lost.url, payOutResult(registered.requestId, { resultCode: 2040 }));
  await untilWithdrawal(system, person, registered, 'CANCELED');
  expect(await readWallet(system, person)).toBe(1_900);
  await system.provider.deliver(lost);
  expect(await untilReviewed(registered.requestId)).toEqual(['success_after_release']);
  expect((await checkStatus(system, person, registered)).answer.orderStatus).toBe('CANCELED');
  expect(await readWallet(system, person)).toBe(1_900);
});

test.each<[string, { id?: string; amount?: number }]>([
  ['names another withdrawal', { id: randomUUID(), amount: 975 }],
  ['names another amount', { amount: 1_000 }],
  ['names no amount', {}],
])(
  'ignores a withdrawal’s success callback that %s, and lets a status query decide',
  async (_name, { id, amount }) => {
    const { person, registered, lost } = await payWithLostResult();
    await postTo(lost.url, payOutResult(id ?? registered.requestId, { amount, receipt: 'UKL0000002' }));
    const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
    expect(done.transactionCode).not.toBe('UKL0000002');
  },
);

test('a status that names another pay-out completes nothing; the status of this order decides', async () => {
  const { person, registered } = await payWithLostResult();
  const status = await system.provider.losing(() => pollOrdersNow(system));
  await postTo(status.url, payOutStatus(randomUUID(), { amount: 975, receipt: 'UKL0000004' }));
  await eventually('the status', async () => {
    const { rows } = await system.owner.query<{ outcome: string }>(
      `select outcome from provider_messages where target_id = $1 and purpose = 'withdrawal_status' and processed_at is not null`,
      [registered.requestId],
    );
    return rows[0]?.outcome === 'ids_differ' ? true : undefined;
  });
  expect((await checkStatus(system, person, registered)).answer.orderStatus).not.toBe('COMPLETED');
  await system.provider.deliver(status);
  const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(done.transactionCode).not.toBe('UKL0000004');
});

test('an invalid result leaves a withdrawal’s money reserved until a status query resolves it', async () => {
  const { person, registered, lost } = await payWithLostResult();
  await system.sandbox.behave({ failHttp: { path: '/mpesa/transactionstatus', status: 503, times: 100 } });
  const bodies = [{}, [], 'paid', { Result: {} }, { Result: { ResultCode: 0 } }, { Result: 'nul \u0000' }];
  for (const body of bodies) {
    expect((await postTo(lost.url, body)).status).toBe(200);
    expect((await postTo(`${lost.url}/timeout`, body)).status).toBe(200);
  }
  await eventually('every message', async () => {
    const { rows } = await system.owner.query(
      'select 1 from provider_messages where target_id = $1 and processed_at is not null',
      [registered.requestId],
    );
    return rows.length === 2 * bodies.length ? true : undefined;
  });
  expect((await checkStatus(system, person, registered)).answer.orderStatus).toBe('PENDING');
  expect(await heldFor(person)).toBe(1_000);
});

test('does not complete a withdrawal by the receipt of another withdrawal', async () => {
  const first = await payWithLostResult();
  await system.provider.deliver(first.lost);
  const { transactionCode } = await untilWithdrawal(system, first.person, first.registered, 'COMPLETED');
  const second = await payWithLostResult();
  const reused = payOutResult(second.registered.requestId, { amount: 975, receipt: transactionCode });
  await postTo(second.lost.url, reused);
  expect(await untilReviewed(second.registered.requestId)).toEqual(['receipt_reused']);
  expect((await checkStatus(system, second.person, second.registered)).answer.orderStatus).toBe('PENDING');
  await system.provider.deliver(second.lost);
  await untilWithdrawal(system, second.person, second.registered, 'COMPLETED');
});
