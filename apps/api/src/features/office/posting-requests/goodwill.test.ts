import { dashboardStats, history, merchantDetails, type Posting } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { askToPost, changesBy, lastCredit, postNow } from '../../../testing/posting-calls.ts';
import { newAdministrator, newPayee, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { fund } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  maker = await newAdministrator(system, 'finance');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const post = (posting: Posting, more: Parameters<typeof askToPost>[3] = {}) =>
  postNow(system, { maker, checker }, posting, more);
const changes = (act: () => Promise<unknown>) => changesBy(system, act);

async function walletOf({ user, bearer }: SignedIn): Promise<number> {
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  return answer.walletBalance;
}

test('goodwill adds to a wallet at our expense, and the person reads it in plain words', async () => {
  const person = await newConsumer(system);
  const userId = person.user.id;
  const moved = await changes(() =>
    post({ template: 'goodwill-consumer', amountCents: 50_000, userId }, { payee: 'Amina' }),
  );
  expect(moved).toEqual({ losses: 50_000 });
  expect(await walletOf(person)).toBe(500);
  const { answer } = await system.call(history, { query: {} }, person);
  expect(answer.activities[0]).toMatchObject({
    description: 'Goodwill from Zawadi',
    amount: 500,
    wallet: 'credit',
  });
  expect(await system.sandbox.sms(person.phoneNumber, /added KES.500 to your wallet/u)).toBeTruthy();
});

test('goodwill adds to a merchant’s balance, and we tell the merchant', async () => {
  const shop = await newPayee(system);
  const { merchantId, merchantCode } = shop;
  const moved = await changes(() => post({ template: 'goodwill-merchant', amountCents: 20_000, merchantId }));
  expect(moved).toEqual({ losses: 20_000 });
  const details = await system.call(merchantDetails, { body: { merchantCode } }, checker);
  expect(details.answer.currentBalance).toBe(200);
  expect(await system.sandbox.mail(shop.contact.email, /Goodwill from Zawadi/u)).toBeTruthy();
});

test('goodwill is taken back once, as far as the wallet goes', async () => {
  const person = await newConsumer(system);
  const userId = person.user.id;
  await post({ template: 'goodwill-consumer', amountCents: 30_000, userId });
  const creditId = await lastCredit(system, maker, userId);
  const posting: Posting = { template: 'credit-taken-back', amountCents: 30_000, userId, creditId };
  expect((await askToPost(system, maker, { ...posting, amountCents: 30_100 })).outcome).toBe(
    'credit_smaller',
  );
  expect(await changes(() => post(posting))).toEqual({ losses: -30_000 });
  expect(await walletOf(person)).toBe(0);
  expect((await askToPost(system, maker, posting)).outcome).toBe('credit_not_returnable');
  const { answer } = await system.call(history, { query: {} }, person);
  expect(answer.activities[0]).toMatchObject({
    description: 'Wrong credit taken back',
    amount: 300,
    wallet: 'debit',
  });
});

test('a claimed gift cannot be taken back at the desk', async () => {
  const person = await newConsumer(system);
  await fund(system, person, 1_000);
  const userId = person.user.id;
  const creditId = await lastCredit(system, maker, userId);
  const posting: Posting = { template: 'credit-taken-back', amountCents: 10_000, userId, creditId };
  expect((await askToPost(system, maker, posting)).outcome).toBe('credit_not_returnable');
});
