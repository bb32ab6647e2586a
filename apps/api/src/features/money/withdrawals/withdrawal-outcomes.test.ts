import { formatKes } from '@zawadi/contract';
import { clientOf, replyJson, startProvider } from '@zawadi/mpesa/testing/start-provider';
import { paths } from '@zawadi/mpesa/wire/paths';
import { eventually } from '@zawadi/story/sandbox-control';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  registerWithdrawal,
  reviewsOf,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { listOpen } from '../../services/alerts/index.ts';
import { readHealth } from '../../services/system-health/index.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { startWithdrawal } from './start-withdrawal.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  system.atEnd(await watchBooks(system));
});
beforeEach(async () => {
  await system.provider.reset();
  await system.owner.query('delete from circuit_breakers');
});
afterAll(() => system.close());

const pausedAlerts = async () =>
  (await listOpen(system.deps.db)).filter(({ kind }) => kind === 'pay_outs_paused');

/** `newSaver` makes a user with KES 1,900 in the wallet. */
test('S3 a withdrawal pays out the net amount, keeps the fee and shows M-PESA’s receipt', async () => {
  const person = await newSaver(system);
  const registered = await registerWithdrawal(system, person, 1_000);
  const started = await startOf(system, person, registered);
  expect(started.answer).toMatchObject({ orderStatus: 'PENDING', fee: 25, paidOut: 975, walletBalance: 900 });
  const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(done).toMatchObject({
    transactionCode: expect.stringMatching(/^[A-Z0-9]{10}$/u),
    walletBalance: 900,
  });
  expect(await phoneBalance(system, person)).toBe(50_975);
  expect((await startOf(system, person, registered)).answer).toEqual(done);
});

test('S12 the smallest withdrawal is free', async () => {
  const person = await newSaver(system);
  const registered = await registerAndStartWithdrawal(system, person, 10);
  const done = await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(done).toMatchObject({ fee: 0, paidOut: 10, walletBalance: 1_890 });
});

test.each([
  ['2', 'limit_exceeded'],
  ['3', 'limit_exceeded'],
  ['4', 'recipient_limit'],
  ['8', 'recipient_limit'],
  ['2040', 'recipient_not_on_mpesa'],
  ['SFC_IC0003', 'recipient_not_on_mpesa'],
])(
  'S420 after result code %s the money returns to the wallet with the reason %s, and another withdrawal works',
  async (resultCode, reason) => {
    const person = await newSaver(system);
    await system.sandbox.behave({ endWith: { path: paths.b2c, resultCode, times: 1 } });
    const registered = await registerAndStartWithdrawal(system, person, 1_000);
    const canceled = await untilWithdrawal(system, person, registered, 'CANCELED');
    expect(canceled).toMatchObject({ failureReason: reason, walletBalance: 1_900 });
    expect(await startOf(system, person, registered)).toMatchObject({ outcome: 'withdrawal_canceled' });
    const next = await registerAndStartWithdrawal(system, person, 1_900);
    await untilWithdrawal(system, person, next, 'COMPLETED');
    expect(await reviewsOf(system, registered)).toEqual([]);
  },
);

test.each([
  ['1', 'float_short'],
  ['11', 'provider_refused_us'],
  ['21', 'provider_refused_us'],
  ['2001', 'provider_refused_us'],
  ['2006', 'provider_refused_us'],
  ['2028', 'provider_refused_us'],
  ['8006', 'provider_refused_us'],
])(
  'F14 S423 after result code %s, our fault, the money returns, a %s review opens and withdrawals pause',
  async (resultCode, kind) => {
    const person = await newSaver(system);
    await system.sandbox.behave({ endWith: { path: paths.b2c, resultCode, times: 1 } });
    const registered = await registerAndStartWithdrawal(system, person, 1_000);
    const canceled = await untilWithdrawal(system, person, registered, 'CANCELED');
    expect(canceled).toMatchObject({ failureReason: 'provider_error', walletBalance: 1_900 });
    expect(await reviewsOf(system, registered)).toEqual([kind]);

    const next = await registerWithdrawal(system, person, 1_000);
    const paused = await startOf(system, person, next);
    expect(paused).toMatchObject({ status: 503, outcome: 'withdrawals_paused' });
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await readWallet(system, person)).toBe(1_900);
    const cause = resultCode === '1' ? 'float' : 'access';
    expect(await pausedAlerts()).toMatchObject([
      { details: { what: 'withdrawals', amount: formatKes(975), cause } },
    ]);
    const health = await readHealth(system.deps);
    expect(health.payOuts).toMatchObject({ state: 'bad', paused: [{ what: 'withdrawals', cause }] });
    await system.owner.query(`update circuit_breakers set until = now()`);
    expect((await readHealth(system.deps)).payOuts.state).toBe('attention');
    expect(await pausedAlerts()).toHaveLength(1);
    expect((await startOf(system, person, next)).outcome).toBe('ok');
    await untilWithdrawal(system, person, next, 'COMPLETED');
    expect(await pausedAlerts()).toEqual([]);
    expect((await readHealth(system.deps)).payOuts).toEqual({ state: 'good', paused: [] });
  },
);

test('ignores a withdrawal’s unknown result code; a status query decides', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({ endWith: { path: paths.b2c, resultCode: '4242', times: 1 } });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  const canceled = await untilWithdrawal(system, person, registered, 'CANCELED');
  expect(canceled).toMatchObject({ failureReason: 'provider_error', walletBalance: 1_900 });
});

test('F1 fifty concurrent repetitions of a result complete a withdrawal once', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({ callback: { copies: 50 } });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  await eventually('fifty messages', async () => {
    const { rows } = await system.owner.query<{ copies: number }>(
      'select sum(copies)::int as copies from provider_messages where target_id = $1',
      [registered.requestId],
    );
    return rows[0]?.copies === 50 ? true : undefined;
  });
  expect(await readWallet(system, person)).toBe(900);
});

test('F3 applies a withdrawal’s result that arrives before M-PESA’s answer to the order', async () => {
  const person = await newSaver(system);
  await system.sandbox.behave({ callback: { beforeReply: true } });
  const registered = await registerAndStartWithdrawal(system, person, 1_000);
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(await phoneBalance(system, person)).toBe(50_975);
});

test.each([
  [400, ['provider_refused_us']],
  [429, []],
])(
  'if M-PESA refuses a withdrawal order with HTTP %i, the money returns to the wallet',
  async (status, reviews) => {
    const person = await newSaver(system);
    await system.sandbox.behave({ failHttp: { path: paths.b2c, status, times: 1 } });
    const registered = await registerWithdrawal(system, person, 1_000);
    const started = await startOf(system, person, registered);
    expect(started.answer).toMatchObject({
      orderStatus: 'CANCELED',
      failureReason: 'provider_error',
      walletBalance: 1_900,
    });
    expect(await reviewsOf(system, registered)).toEqual(reviews);
  },
);

test('an access token that M-PESA refuses twice fails one withdrawal and pauses no others', async () => {
  const person = await newSaver(system);
  const provider = await startProvider((_, response) =>
    replyJson(response, 404, {
      requestId: 'r',
      errorCode: '404.001.03',
      errorMessage: 'Invalid Access Token',
    }),
  );
  const { requestId, ...registered } = await registerWithdrawal(system, person, 1_000);
  const deps = { ...system.deps, mpesa: clientOf(provider.baseUrl) };
  const body = { userId: person.user.id, ...registered };
  const canceled = await startWithdrawal(deps, { userId: person.user.id, requestId, body });
  expect(canceled).toMatchObject({ orderStatus: 'CANCELED', walletBalance: 1_900 });
  expect(await reviewsOf(system, { requestId })).toEqual([]);
  const next = await registerAndStartWithdrawal(system, person, 1_000);
  await untilWithdrawal(system, person, next, 'COMPLETED');
});
