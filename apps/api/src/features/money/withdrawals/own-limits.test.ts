import { dashboardStats, registerTransaction } from '@zawadi/contract';
import { giftRegistration } from '@zawadi/story/payment-requests';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { setLimits } from '../../../testing/own-limit-calls.ts';
import { register, registerAndStart, start } from '../../../testing/purchase-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  askToRegister,
  newSaver,
  registerAndStartWithdrawal,
  registerWithdrawal,
  startOf,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
let two: readonly [Administrator, Administrator];
beforeAll(async () => {
  system = await createTestSystem({ DAILY_LIMIT: '2500', MAXIMUM_TRANSACTION: '2000' });
  await sendPayBillAddresses(system.deps);
  two = [await newAdministrator(system, 'administrator'), await newAdministrator(system, 'administrator')];
});
afterAll(() => system.close());

const limit = ({ user }: SignedIn, limits: Parameters<typeof setLimits>[2]['limits']) =>
  setLimits(system, { subjectKind: 'user', subjectId: user.id }, { limits }, two);

async function buy(buyer: SignedIn, amount: number) {
  const body = giftRegistration(buyer, { amount, recipient: newPerson('Kip', 'Rotich') });
  return system.call(registerTransaction, { body }, { bearer: buyer.bearer });
}

test('a person’s own limits of withdrawals apply to a registered withdrawal too, and refusals say the number', async () => {
  const person = await newSaver(system);
  const before = await registerWithdrawal(system, person, 1_000);
  await limit(person, { transaction: 600, withdrawalsDaily: 900 });
  for (const refused of [await startOf(system, person, before), await askToRegister(system, person, 601)]) {
    expect(refused).toMatchObject({ outcome: 'transaction_limit', refusal: { allowed: 600 } });
    expect(JSON.stringify(refused.refusal)).not.toContain('Case 12');
  }
  await registerAndStartWithdrawal(system, person, 600);
  const { user, bearer } = person;
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  expect(answer.withdrawableMaximum).toBe(300);
  expect(await askToRegister(system, person, 301)).toMatchObject({
    outcome: 'daily_limit',
    refusal: { allowed: 300 },
  });
});

test('concurrent withdrawals never exceed a person’s own daily limit', async () => {
  const person = await newSaver(system);
  await limit(person, { withdrawalsDaily: 500 });
  const all = await Promise.all(Array.from({ length: 6 }, () => registerWithdrawal(system, person, 200)));
  const outcomes = await Promise.all(all.map(async (one) => (await startOf(system, person, one)).outcome));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(2);
  expect(outcomes.filter((outcome) => outcome === 'daily_limit')).toHaveLength(4);
});

test('a person’s own limits of purchases apply at registration and before the prompt', async () => {
  const buyer = await newConsumer(system);
  const before = await register(system, buyer, { amount: 1_000 });
  await limit(buyer, { transaction: 600, purchasesDaily: 700 });
  expect(await start(system, buyer, before)).toMatchObject({
    outcome: 'transaction_limit',
    refusal: { allowed: 600 },
  });
  expect(await buy(buyer, 601)).toMatchObject({ outcome: 'transaction_limit', refusal: { allowed: 600 } });
  const paid = await registerAndStart(system, buyer, { amount: 600 });
  await system.sandbox.answerPrompt(buyer.phoneNumber, paid.billReferenceNumber, { pin: '1234' });
  const next = await register(system, buyer, { amount: 101, partyA: newPerson('A', 'B').phoneNumber });
  expect(await start(system, buyer, next)).toMatchObject({
    outcome: 'daily_limit',
    refusal: { allowed: 100 },
  });
});

test('limits that two administrators have raised apply in place of the general ones', async () => {
  const person = await newSaver(system, 2);
  expect((await askToRegister(system, person, 2_001)).outcome).toBe('transaction_limit');
  await registerAndStartWithdrawal(system, person, 1_900);
  expect((await askToRegister(system, person, 700)).outcome).toBe('daily_limit');
  await limit(person, { withdrawalsDaily: 3_000 });
  expect((await askToRegister(system, person, 700)).outcome).toBe('ok');
});
