import {
  adminUserWallet,
  closeUser,
  freezeUser,
  history,
  readPostingRequest,
  settlePosting,
  type Posting,
  type PostingOutcome,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { askToPost, changesBy, postNow } from '../../../testing/posting-calls.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  maker = await newAdministrator(system, 'finance');
  checker = await newAdministrator(system, 'administrator');
  await post({ template: 'bank-float-in', amountCents: 1_000_000 });
});
afterAll(() => system.close());

const post = (posting: Posting) => postNow(system, { maker, checker }, posting);
const reason = 'Succession cause 812 of 2026';

/** Creates a person with goodwill in the wallet, and freezes the account. */
async function newFrozen(amountCents: number): Promise<SignedIn> {
  const person = await newConsumer(system);
  await post({ template: 'goodwill-consumer', amountCents, userId: person.user.id });
  await system.call(freezeUser, { params: { userId: person.user.id }, body: { reason } }, checker);
  return person;
}

const orderOf = (person: SignedIn, amountCents: number): Posting => ({
  template: 'legal-order',
  amountCents,
  userId: person.user.id,
});

const walletOf = async (person: SignedIn) =>
  (await system.call(adminUserWallet, { params: { userId: person.user.id }, query: {} }, checker)).answer
    .balance;

const settle = (postingId: string, outcome: PostingOutcome, by = maker) =>
  system.call(
    settlePosting,
    { params: { postingId }, body: { outcome, reference: 'FT2611300001', reason } },
    by,
  );

async function settleByTwo(postingId: string, outcome: PostingOutcome): Promise<void> {
  const { answer } = await settle(postingId, outcome);
  if (answer.outcome !== 'waiting') throw new Error('it did not wait');
  expect((await approve(system, maker, answer.approvalId)).outcome).toBe('second_person_needed');
  expect((await approve(system, checker, answer.approvalId)).outcome).toBe('ok');
}

const close = (person: SignedIn) =>
  system.call(closeUser, { params: { userId: person.user.id }, body: { reason } }, checker);

const statusOf = async (postingId: string) =>
  (await system.call(readPostingRequest, { params: { postingId } }, maker)).answer.status;

test('the wallet of a dead person is paid out to the heir by the bank, and the account can be closed', async () => {
  const person = await newFrozen(181_000);
  expect((await close(person)).outcome).toBe('user_wallet_not_empty');
  const { postingId, status } = await post(orderOf(person, 181_000));
  expect(status).toBe('To pay');
  expect(await walletOf(person)).toBe(0);
  expect((await close(person)).outcome).toBe('user_payment_open');
  const moved = await changesBy(system, () => settleByTwo(postingId, 'paid'));
  expect(moved).toEqual({ bankPayout: -181_000 });
  expect(await statusOf(postingId)).toBe('Paid');
  expect((await settle(postingId, 'paid')).outcome).toBe('posting_not_to_pay');
  expect((await close(person)).outcome).toBe('ok');
});

test('an order that the bank has not paid returns to the wallet, and the person reads both', async () => {
  const person = await newConsumer(system);
  await post({ template: 'goodwill-consumer', amountCents: 60_000, userId: person.user.id });
  const { postingId } = await post(orderOf(person, 45_000));
  expect(await walletOf(person)).toBe(150);
  expect(await changesBy(system, () => settleByTwo(postingId, 'not-paid'))).toEqual({});
  expect(await walletOf(person)).toBe(600);
  expect(await statusOf(postingId)).toBe('Not paid');
  const { answer } = await system.call(history, { query: {} }, person);
  expect(answer.activities.slice(0, 2)).toMatchObject([
    { description: 'Legal order not paid', amount: 450, wallet: 'credit' },
    { description: 'Paid out by a legal order', amount: 450, wallet: 'debit' },
  ]);
  expect(await system.sandbox.sms(person.phoneNumber, /KES.450 is back in your wallet/u)).toBeTruthy();
});

test('refuses an order above the wallet’s balance, and one that the bank account cannot pay', async () => {
  const person = await newFrozen(2_000_000);
  expect((await askToPost(system, maker, orderOf(person, 2_000_100))).outcome).toBe('balance_too_low');
  const { postingId } = await post(orderOf(person, 2_000_000));
  expect((await settle(postingId, 'paid')).outcome).toBe('balance_too_low');
  expect(await statusOf(postingId)).toBe('To pay');
});

test('only one of two outcomes at the same time is posted', async () => {
  const person = await newFrozen(10_000);
  const { postingId } = await post(orderOf(person, 10_000));
  const [paid, other] = [await settle(postingId, 'paid'), await settle(postingId, 'not-paid')];
  expect([paid.outcome, other.outcome]).toEqual(['ok', 'approval_open']);
});
