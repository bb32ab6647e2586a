import { resolveReview } from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import type { SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  checkStatus,
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  registerWithdrawal,
  reviewsOf,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { sendPayBillAddresses, sweepMessages } from '../callbacks/index.ts';
import { applyOrderMessages, sendOrder } from '../../mpesa/orders/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

/** `newSaver` makes a user with KES 1,900 in the wallet. */
test('a withdrawal whose request to M-PESA hangs stays pending with its money reserved until its result', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({ hang: { path: paths.b2c, ms: 11_000, times: 1 } });
  const registered = await registerWithdrawal(system, person, 1_000);
  const started = await startOf(system, person, registered);
  expect(started.answer).toMatchObject({ orderStatus: 'PENDING', walletBalance: 900 });
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(await phoneBalance(system, person)).toBe(50_975);
});

test('F10 S417 a status query resolves a withdrawal whose answer and result were lost, and M-PESA pays once', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({
    executeThenDrop: { path: paths.b2c, times: 1 },
    callback: { drop: true },
  });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  await eventually('the money on the phone', async () =>
    (await phoneBalance(system, person)) === 50_975 ? true : undefined,
  );
  await system.sandbox.behave({ callback: { drop: false } });
  await pollOrdersNow(system);
  expect((await checkStatus(system, person, registered)).answer.orderStatus).toBe('PENDING');
  await pollOrdersNow(system);
  const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(done.transactionCode).toMatch(/^[A-Z0-9]{10}$/u);
  expect(await phoneBalance(system, person)).toBe(50_975);
});

test('a status query finds a withdrawal’s lost result, and M-PESA’s charge', async () => {
  const person = await newSaver(system);
  let requestId = '';
  const lost = await system.provider.losing(async () => {
    ({ requestId } = await registerAndStartWithdrawal(system, person, 1_000));
  });
  const registered = { requestId, billReferenceNumber: '', amount: 1_000, msisdn: person.phoneNumber };
  await Promise.all([
    pollOrdersNow(system),
    pollOrdersNow(system),
    pollOrdersNow(system),
    pollOrdersNow(system),
  ]);
  const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
  await system.provider.deliver(lost);
  expect((await checkStatus(system, person, registered)).answer).toEqual(done);
  const { rows } = await system.owner.query(
    `select kind, (amount_cents / 100)::int as shillings from ledger.transfers
     where home_id = $1 and kind in ('withdrawal_paid', 'provider_charge') order by shillings`,
    [person.user.id],
  );
  expect(rows).toEqual([
    { kind: 'provider_charge', shillings: 5 },
    { kind: 'withdrawal_paid', shillings: 25 },
    { kind: 'withdrawal_paid', shillings: 975 },
  ]);
});

test('F11 S422 a queue time-out does not fail a withdrawal; the later result decides', async () => {
  const [lucky, unlucky] = [await newSaver(system), await newSaver(system)];
  await system.sandbox.behave({ b2c: 'queue-timeout-then-succeed' });
  const first = await registerAndStartWithdrawal(system, lucky, 1_000);
  await system.sandbox.behave({ b2c: 'queue-timeout-then-fail' });
  const second = await registerAndStartWithdrawal(system, unlucky, 1_000);
  await untilWithdrawal(system, lucky, first, 'COMPLETED');
  const canceled = await untilWithdrawal(system, unlucky, second, 'CANCELED');
  expect(canceled).toMatchObject({ failureReason: 'recipient_not_on_mpesa', walletBalance: 1_900 });
  expect([await phoneBalance(system, lucky), await phoneBalance(system, unlucky)]).toEqual([50_975, 50_000]);
});

/** Stores a queue time-out, as if M-PESA had reported it before answering the order. */
async function leaveQueueTimeout(person: SignedIn, { requestId }: { requestId: string }): Promise<void> {
  await system.owner.query(
    `insert into provider_messages (id, purpose, home_id, target_id, body, digest, received_at)
     values (gen_random_uuid(), 'withdrawal_timeout', $1, $2, '{}', '', now() - interval '1 minute')`,
    [person.user.id, requestId],
  );
}

test('a refused send returns no money while another send of the same withdrawal order may have been executed', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({
    executeThenDrop: { path: paths.b2c, times: 1 },
    callback: { drop: true },
  });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  await eventually('the money on the phone', async () =>
    (await phoneBalance(system, person)) === 50_975 ? true : undefined,
  );
  await system.sandbox.behave({ failHttp: { path: paths.b2c, status: 400, times: 1 } });
  await leaveQueueTimeout(person, registered);
  await sweepMessages(system.deps);
  const { rows } = await system.owner.query('select state, sends from orders where id = $1', [
    registered.requestId,
  ]);
  expect(rows).toEqual([{ state: 'UNKNOWN', sends: 1 }]);
  await system.provider.reset();
  expect((await checkStatus(system, person, registered)).answer).toMatchObject({
    orderStatus: 'PENDING',
    walletBalance: 900,
  });
  await pollOrdersNow(system);
  await pollOrdersNow(system);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
});

test('after a queue time-out a status query finds a failure whose result was lost', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({ b2c: 'queue-timeout-then-fail', callback: { drop: true } });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  await eventually('the result at M-PESA', async () => {
    const events = await system.sandbox.events();
    return events.some(({ title }) => title === 'b2c refused') ? true : undefined;
  });
  await system.sandbox.behave({ callback: { drop: false } });
  await pollOrdersNow(system);
  const canceled = await untilWithdrawal(system, person, registered, 'CANCELED');
  expect(canceled.walletBalance).toBe(1_900);
});

test('F12 S421 keeps a withdrawal’s money reserved while M-PESA is unreachable; the sweep sends it again under the same id', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({ failHttp: { path: paths.b2c, status: 503, times: 1 } });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  expect((await checkStatus(system, person, registered)).answer).toMatchObject({
    orderStatus: 'PENDING',
    walletBalance: 900,
  });
  await pollOrdersNow(system);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(await phoneBalance(system, person)).toBe(50_975);
});

test('S419 a withdrawal without an outcome for an hour opens a review and is never canceled', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({ failHttp: { path: paths.b2c, status: 503, times: 100 } });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  await system.owner.query(`update orders set created_at = created_at - interval '72 hours' where id = $1`, [
    registered.requestId,
  ]);
  await pollOrdersNow(system);
  await pollOrdersNow(system);
  expect(await reviewsOf(system, registered)).toEqual(['withdrawal_unknown_for_long']);
  expect((await closeReviewOf(registered)).outcome).toBe('payment_still_open');
  expect((await checkStatus(system, person, registered)).answer.orderStatus).toBe('PENDING');
  await system.provider.reset();
  await pollOrdersNow(system);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect((await closeReviewOf(registered)).outcome).toBe('ok');
});

/** Closes a withdrawal's review as an administrator. */
async function closeReviewOf({ requestId }: { requestId: string }) {
  const { rows } = await system.owner.query<{ id: string }>('select id from reviews where subject_id = $1', [
    requestId,
  ]);
  const administrator = await newAdministrator(system);
  const body = { reviewId: rows[0]?.id ?? '', reason: 'Seen in the statement' };
  return system.call(resolveReview, { body }, { bearer: administrator.bearer });
}

test('sends an acknowledged withdrawal again under the same id after M-PESA has answered “unknown” for an hour, and M-PESA pays once', async () => {
  const person = await newSaver(system);
  let requestId = '';
  await system.provider.losing(async () => {
    ({ requestId } = await registerAndStartWithdrawal(system, person, 1_000));
  });
  const key = { kind: 'withdrawal', homeId: person.user.id, id: requestId } as const;
  const heardNothing = (since: string) =>
    system.owner.query(
      `update orders set not_found_answers = 3, not_found_since = now() - $2::interval where id = $1`,
      [requestId, since],
    );
  await heardNothing('50 minutes');
  expect(await sendOrder(system.deps, key)).toBe('not_needed');
  await heardNothing('70 minutes');
  expect(await sendOrder(system.deps, key)).toBe('sent');
  await pollOrdersNow(system);
  const registered = { requestId, billReferenceNumber: '', amount: 1_000, msisdn: person.phoneNumber };
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(await phoneBalance(system, person)).toBe(50_975);
});

test('a day after the first send, only administrators can settle a withdrawal that M-PESA answers is unknown', async () => {
  const person = await newSaver(system);
  let requestId = '';
  const lost = await system.provider.losing(async () => {
    ({ requestId } = await registerAndStartWithdrawal(system, person, 1_000));
  });
  await system.owner.query(
    `update orders set not_found_answers = 3, not_found_since = now() - interval '2 hours',
       created_at = created_at - interval '25 hours' where id = $1`,
    [requestId],
  );
  expect(await sendOrder(system.deps, { kind: 'withdrawal', homeId: person.user.id, id: requestId })).toBe(
    'not_needed',
  );
  await system.provider.deliver(lost);
});

test('counts status answers that a withdrawal is unknown; any other answer resets the count', async () => {
  const person = await newSaver(system);
  let requestId = '';
  const lost = await system.provider.losing(async () => {
    ({ requestId } = await registerAndStartWithdrawal(system, person, 1_000));
  });
  const key = { homeId: person.user.id, targetId: requestId };
  const answer = (code: string) => ({
    Result: { ResultType: 0, ResultCode: code, OriginatorConversationID: 'question', ConversationID: 'AG_1' },
  });
  const say = (code: string) =>
    inTransaction(system.deps.db, (tx) =>
      applyOrderMessages(tx, system.deps, [{ about: 'status', ...key, body: answer(code) }]),
    );
  const counted = async () =>
    (
      await system.owner.query(
        `select not_found_answers as answers, not_found_since is not null as "isSince" from orders where id = $1`,
        [requestId],
      )
    ).rows[0];
  expect([await say('R000002'), await say('R000002')]).toEqual([['not_found'], ['not_found']]);
  expect(await counted()).toEqual({ answers: 2, isSince: true });
  expect(await say('500')).toEqual(['not_final']);
  expect(await counted()).toEqual({ answers: 0, isSince: false });
  await system.provider.deliver(lost);
});
