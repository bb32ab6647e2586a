import { claimVoucher, dashboardStats } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  askToRegister,
  registerAndStartWithdrawal,
  registerWithdrawal,
  startOf,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

const DAY_MS = 24 * 3_600_000;

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem({ NEW_ACCOUNT_DAYS: '7', NEW_ACCOUNT_DAILY_LIMIT: '1000' });
  await sendPayBillAddresses(system.deps);
});
afterAll(() => system.close());

/** Creates a consumer who has claimed gifts of KES 3,800. */
async function newRecipient(): Promise<SignedIn> {
  const person = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 4_000, recipient: person });
  const { bearer } = person;
  expect((await system.call(claimVoucher, { body: { claimToken } }, { bearer })).outcome).toBe('ok');
  return person;
}

async function statsOf({ user, bearer }: SignedIn) {
  return (await system.call(dashboardStats, { body: { userId: user.id } }, { bearer })).answer;
}

/** Moves the account's first claim into the past. */
async function ageClaims({ user }: SignedIn, age: string): Promise<void> {
  await system.owner.query('update claims set claimed_at = now() - $2::interval where user_id = $1', [
    user.id,
    age,
  ]);
}

const untilMs = (until: string | undefined) => new Date(until ?? '').getTime();

test('A37 a new account withdraws its daily maximum, and more only after its first week', async () => {
  const person = await newRecipient();
  const refused = await askToRegister(system, person, 1_001);
  expect(refused).toMatchObject({ status: 409, outcome: 'withdrawal_waits', refusal: { allowed: 1_000 } });
  const endsMs = untilMs(refused.refusal.until);
  expect((endsMs - Date.now()) / DAY_MS).toBeCloseTo(7, 2);
  const stats = await statsOf(person);
  expect(stats).toMatchObject({ walletBalance: 3_800, withdrawableMaximum: 1_000 });
  expect(stats.newAccount).toEqual({ dailyMaximum: 1_000, until: refused.refusal.until });

  await registerAndStartWithdrawal(system, person, 600);
  expect((await askToRegister(system, person, 400)).outcome).toBe('ok');
  const tomorrow = await askToRegister(system, person, 401);
  expect(tomorrow).toMatchObject({ outcome: 'withdrawal_waits', refusal: { allowed: 400 } });
  const waitMs = untilMs(tomorrow.refusal.until) - Date.now();
  expect(waitMs > 0 && waitMs <= DAY_MS).toBe(true);
  expect(tomorrow.refusal.until).toMatch(/T21:00:00/u);

  await ageClaims(person, '7 days');
  expect((await askToRegister(system, person, 3_000)).outcome).toBe('ok');
  const later = await statsOf(person);
  expect([later.withdrawableMaximum, later.newAccount]).toEqual([3_200, undefined]);
});

test('of concurrent withdrawals of a new account, only those within its daily maximum reserve money', async () => {
  const person = await newRecipient();
  const registered = await Promise.all(
    [400, 400, 400, 400].map((one) => registerWithdrawal(system, person, one)),
  );
  const replies = await Promise.all(registered.map((one) => startOf(system, person, one)));
  expect(replies.map(({ outcome }) => outcome).toSorted()).toEqual([
    'ok',
    'ok',
    'withdrawal_waits',
    'withdrawal_waits',
  ]);
  expect(await readWallet(system, person)).toBe(3_800 - 800);
});

test('a paid purchase begins the first week, also if the claim is recent', async () => {
  const person = await newRecipient();
  await makeGift(system, { amount: 100, buyerId: person.user.id });
  await system.owner.query(
    `update purchases set completed_at = now() - interval '8 days' where buyer_id = $1`,
    [person.user.id],
  );
  expect((await askToRegister(system, person, 3_800)).outcome).toBe('ok');
});

test('without claim and purchase, the first money in the wallet begins the first week', async () => {
  const person = await newRecipient();
  await system.owner.query('delete from claims where user_id = $1', [person.user.id]);
  expect((await askToRegister(system, person, 1_001)).outcome).toBe('withdrawal_waits');
  const { rows } = await system.owner.query(
    `select posted_at + interval '7 days' as ends from ledger.transfers where credit = $1`,
    [`wallet:${person.user.id}`],
  );
  expect((await statsOf(person)).newAccount?.until).toBe(rows[0].ends.toISOString());
});
