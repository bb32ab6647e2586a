import { randomUUID } from 'node:crypto';
import { newPerson } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  askToRegister,
  checkStatus,
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem({ DAILY_LIMIT: '10000', MAXIMUM_TRANSACTION: '8000' });
  await sendPayBillAddresses(system.deps);
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

/** `newSaver` makes a user with KES 1,900 in the wallet, or a multiple. */
function countOf(outcomes: string[], wanted: string): number {
  return outcomes.filter((outcome) => outcome === wanted).length;
}

test('S418 twenty submissions of one withdrawal pay out once', async () => {
  const person = await newSaver(system);
  const registered = await registerWithdrawal(system, person, 1_000);
  const replies = await Promise.all(Array.from({ length: 20 }, () => startOf(system, person, registered)));
  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  await untilWithdrawal(system, person, registered, 'COMPLETED');
  expect(await phoneBalance(system, person)).toBe(50_975);
  expect(await readWallet(system, person)).toBe(900);
});

test('F20 A38 only one of fifty concurrent withdrawals of the whole balance succeeds', async () => {
  const person = await newSaver(system);
  const registrations = await Promise.all(
    Array.from({ length: 50 }, () => registerWithdrawal(system, person, 1_900)),
  );
  const replies = await Promise.all(registrations.map((one) => startOf(system, person, one)));
  const outcomes = replies.map(({ outcome }) => outcome);
  expect([countOf(outcomes, 'ok'), countOf(outcomes, 'insufficient_balance')]).toEqual([1, 49]);
  const winner = registrations[outcomes.indexOf('ok')];
  if (!winner) throw new Error('no withdrawal was accepted');
  await untilWithdrawal(system, person, winner, 'COMPLETED');
  expect(await readWallet(system, person)).toBe(0);
  expect(await phoneBalance(system, person)).toBe(50_000 + 1_900 - 47);
});

test('A38 S514 concurrent withdrawals never exceed the daily limit', async () => {
  const person = await newSaver(system, 9);
  const registrations = await Promise.all(
    Array.from({ length: 10 }, () => registerWithdrawal(system, person, 1_500)),
  );
  const outcomes = await Promise.all(
    registrations.map(async (one) => (await startOf(system, person, one)).outcome),
  );
  expect([countOf(outcomes, 'ok'), countOf(outcomes, 'daily_limit')]).toEqual([6, 4]);
  expect((await askToRegister(system, person, 1_001)).outcome).toBe('daily_limit');
  await registerAndStartWithdrawal(system, person, 1_000);
  const [unlucky] = registrations.filter((_, n) => outcomes[n] !== 'ok');
  if (!unlucky) throw new Error('no withdrawal was refused');
  expect((await checkStatus(system, person, unlucky)).answer.orderStatus).toBe('REGISTERED');
  for (const [n, one] of registrations.entries()) {
    if (outcomes[n] === 'ok') await untilWithdrawal(system, person, one, 'COMPLETED');
  }
});

test('S458 limits a withdrawal to the minimum, the balance and the transaction limit', async () => {
  const person = await newSaver(system, 5);
  for (const [amount, outcome] of [
    [9, 'below_minimum_withdrawal'],
    [1, 'below_minimum_withdrawal'],
    [9_501, 'transaction_limit'],
    [8_001, 'transaction_limit'],
  ] as const) {
    expect(await askToRegister(system, person, amount)).toMatchObject({ status: 409, outcome });
  }
  const poor = await newSaver(system);
  expect(await askToRegister(system, poor, 1_901)).toMatchObject({ outcome: 'insufficient_balance' });
  expect((await askToRegister(system, poor, 1_900)).outcome).toBe('ok');
});

test('refuses to start a withdrawal if the balance has become too low since its registration', async () => {
  const person = await newSaver(system);
  const later = await registerWithdrawal(system, person, 1_000);
  const first = await registerAndStartWithdrawal(system, person, 1_000);
  expect(await startOf(system, person, later)).toMatchObject({
    status: 409,
    outcome: 'insufficient_balance',
  });
  await untilWithdrawal(system, person, first, 'COMPLETED');
  expect(await readWallet(system, person)).toBe(900);
});

test('A39 S352 refuses to start a withdrawal that differs from its registration, and moves no money', async () => {
  const person = await newSaver(system);
  const registered = await registerWithdrawal(system, person, 1_000);
  const other = await registerWithdrawal(system, person, 900);
  for (const changed of [
    { amount: 999 },
    { amount: 8_000 },
    { msisdn: newPerson('A', 'B').phoneNumber },
    { billReferenceNumber: other.billReferenceNumber },
  ]) {
    const refused = await startOf(system, person, registered, changed);
    expect(refused).toMatchObject({ status: 422, outcome: 'registration_mismatch' });
  }
  expect(await readWallet(system, person)).toBe(1_900);
});

test('S485 answers for another user’s withdrawal as for an unknown withdrawal', async () => {
  const [person, stranger] = [await newSaver(system), await newSaver(system)];
  const registered = await registerWithdrawal(system, person, 1_000);
  const missing = { ...registered, requestId: randomUUID() };
  for (const withdrawal of [registered, missing]) {
    const notFound = { status: 404, outcome: 'not_found' };
    expect(await startOf(system, stranger, withdrawal)).toMatchObject(notFound);
    expect(await startOf(system, stranger, withdrawal, { userId: person.user.id })).toMatchObject(notFound);
    expect(await checkStatus(system, stranger, withdrawal)).toMatchObject(notFound);
  }
  const foreign = await askToRegister(system, stranger, 100, { userId: person.user.id });
  expect(foreign).toMatchObject({ status: 404, outcome: 'not_found' });
  expect(await readWallet(system, person)).toBe(1_900);
});

test('S431 refuses a withdrawal without a verified phone or with a frozen account', async () => {
  const person = await newSaver(system);
  const registered = await registerWithdrawal(system, person, 1_000);
  await system.owner.query(
    `update users set pending_phone_msisdn = phone_msisdn, phone_msisdn = null, phone_verified_at = null
     where id = $1`,
    [person.user.id],
  );
  expect(await startOf(system, person, registered)).toMatchObject({ outcome: 'phone_not_verified' });
  const frozen = await newSaver(system);
  const theirs = await registerWithdrawal(system, frozen, 1_000);
  await system.owner.query(`update users set status = 'FROZEN' where id = $1`, [frozen.user.id]);
  const refused = await startOf(system, frozen, theirs);
  expect(['401 unauthenticated', '403 account_frozen']).toContain(`${refused.status} ${refused.outcome}`);
  const { rows } = await system.owner.query(`select status from withdrawals where id = any($1)`, [
    [registered.requestId, theirs.requestId],
  ]);
  expect(rows).toEqual([{ status: 'REGISTERED' }, { status: 'REGISTERED' }]);
});
