import {
  adminListUsers,
  adminResendVerification,
  adminSignOutUser,
  adminUserDetail,
  claimVoucher,
  closeUser,
  freezeUser,
  login,
  unfreezeUser,
  unlockUser,
  userDetails,
  type AdminUser,
} from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { holding, untilWaiting } from '../../../testing/lock-waits.ts';
import { refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';

let system: TestSystem;
let administrator: Administrator;
let helper: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  helper = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

const reason = 'Reported by the bank';

function of(person: SignedIn) {
  return { params: { userId: person.user.id } };
}

function freeze(person: SignedIn, by = administrator) {
  return system.call(freezeUser, { ...of(person), body: { reason } }, by);
}

async function read(person: SignedIn): Promise<AdminUser> {
  return (await system.call(adminUserDetail, of(person), helper)).answer;
}

function find(search: string) {
  return system.call(adminListUsers, { query: { search } }, helper);
}

async function auditOf(person: SignedIn): Promise<{ action: string; reason: string; text: string }[]> {
  const { rows } = await system.owner.query(
    `select action, reason, l::text as text from audit_log l
     where subject_kind = 'user' and subject_id = $1 and action <> 'user.read' order by seq`,
    [person.user.id],
  );
  return rows;
}

async function actionsOn(person: SignedIn): Promise<string[]> {
  return (await auditOf(person)).map(({ action }) => action);
}

async function lastCodeTo({ phoneNumber }: SignedIn): Promise<string> {
  const { messages } = await system.sandbox.phone(phoneNumber);
  return /\b\d{6}\b/u.exec(messages.at(-1)?.text ?? '')?.[0] ?? 'none';
}

function isSignedIn(person: SignedIn): Promise<string> {
  return system.call(userDetails, { body: {} }, person).then(({ outcome }) => outcome);
}

async function withGiftInWallet(person: SignedIn, amount: number): Promise<void> {
  const { claimToken } = await makeGift(system, { amount, recipient: person });
  await system.call(claimVoucher, { body: { claimToken } }, person);
}

test('S221 a frozen consumer cannot sign in, claim or withdraw; a payment in progress completes', async () => {
  const person = await newConsumer(system);
  await withGiftInWallet(person, 1_000);
  const { claimToken } = await makeGift(system, { amount: 100, recipient: person });
  const withdrawal = await registerAndStartWithdrawal(system, person, 300);
  expect((await freeze(person)).answer).toMatchObject({ status: 'FROZEN', frozen: { reason } });

  await expect.poll(() => isSignedIn(person), { timeout: 1_500 }).toBe('unauthenticated');
  const signIn = { body: { email: person.email, password: DEMO_PASSWORD } };
  expect((await system.call(login, signIn)).outcome).toBe('account_frozen');
  expect((await system.call(claimVoucher, { body: { claimToken } }, person)).status).toBe(401);
  await expect.poll(async () => (await read(person)).onItsWay, { timeout: 20_000 }).toBe(0);
  expect((await read(person)).walletBalance).toBe(650);
  expect((await freeze(person)).outcome).toBe('user_frozen');

  const body = { reason: 'Cleared up' };
  const active = await system.call(unfreezeUser, { ...of(person), body }, administrator);
  expect(active.answer).toMatchObject({ status: 'ACTIVE' });
  expect(active.answer.frozen).toBeUndefined();
  expect((await system.call(unfreezeUser, { ...of(person), body }, administrator)).outcome).toBe(
    'user_not_frozen',
  );
  expect(await isSignedIn(person)).toBe('unauthenticated');
  const again = await system.call(login, signIn);
  const me = { ...person, bearer: again.answer.accessToken };
  expect((await system.call(claimVoucher, { body: { claimToken } }, me)).outcome).toBe('ok');
  await untilWithdrawal(system, me, withdrawal, 'COMPLETED');
  expect(await actionsOn(person)).toEqual(['user.frozen', 'user.unfrozen']);
  expect(await system.sandbox.mail(person.email, /frozen your account/u)).toBeTruthy();
});

test('support unlocks a user who is locked after too many attempts', async () => {
  const person = await newConsumer(system);
  const guess = { body: { email: person.email, password: 'not-my-password' } };
  await system.call(login, guess);
  // As many attempts as in an hour of guessing, so that the wait is longer than this test, even on a slow machine.
  await system.owner.query(
    'update limited_attempts set made_at = array_fill(clock_timestamp(), array[20]) where account is not null',
  );
  const right = { body: { email: person.email, password: DEMO_PASSWORD } };
  expect((await system.call(login, right)).outcome).toBe('too_many_requests');
  const [lock] = (await read(person)).locks;
  expect(lock).toMatchObject({ kind: 'sign-in', tries: expect.any(Number) });
  expect(lock?.waitSeconds).toBeGreaterThan(0);

  const unlocked = await system.call(unlockUser, { ...of(person), body: { reason } }, helper);
  expect(unlocked.answer.locks).toEqual([]);
  expect((await system.call(login, right)).outcome).toBe('ok');
  expect(await actionsOn(person)).toEqual(['user.unlocked']);
});

test('support resends only the link or code that an unverified contact needs', async () => {
  const person = await newConsumer(system, { phone: false, email: false });
  const resend = (contact: 'email' | 'phone', whom: SignedIn) =>
    system.call(adminResendVerification, { ...of(whom), body: { contact } }, helper);
  expect((await resend('phone', person)).outcome).toBe('ok');
  await expect.poll(() => lastCodeTo(person), { timeout: 5_000 }).toMatch(/^\d{6}$/u);
  expect((await resend('email', person)).outcome).toBe('ok');
  expect(await actionsOn(person)).toEqual(['user.verification-sent', 'user.verification-sent']);
  const log = (await auditOf(person)).map(({ text }) => text.replaceAll(/\.\d+\+00/gu, '')).join();
  expect(log).not.toContain(await lastCodeTo(person));

  const verified = await newConsumer(system);
  expect((await resend('phone', verified)).outcome).toBe('contact_verified');
  expect((await resend('email', verified)).outcome).toBe('contact_verified');
});

test('signing a user out everywhere ends all sessions and does not change the account', async () => {
  const person = await newConsumer(system);
  await system.call(adminSignOutUser, { ...of(person), body: { reason } }, helper);
  await expect.poll(() => isSignedIn(person), { timeout: 1_500 }).toBe('unauthenticated');
  const right = { body: { email: person.email, password: DEMO_PASSWORD } };
  expect((await system.call(login, right)).outcome).toBe('ok');
  expect(await auditOf(person)).toMatchObject([{ action: 'user.signed-out', reason }]);
});

test('S225 refuses to close an account with money; closes an empty account, even a frozen one, and erases personal data', async () => {
  const person = await newConsumer(system);
  await withGiftInWallet(person, 1_000);
  const close = (by = administrator) => system.call(closeUser, { ...of(person), body: { reason } }, by);
  expect((await close()).outcome).toBe('user_wallet_not_empty');
  const withdrawal = await registerAndStartWithdrawal(system, person, 950);
  await untilWithdrawal(system, person, withdrawal, 'COMPLETED');
  await freeze(person);
  expect((await close()).outcome).toBe('ok');
  expect((await close()).outcome).toBe('not_found');
  expect((await freeze(person)).outcome).toBe('not_found');
  const closed = await read(person);
  expect(closed).toMatchObject({
    status: 'DELETED',
    firstName: 'Deleted',
    phoneNumber: '',
    walletBalance: 0,
  });
  const log = (await auditOf(person)).map(({ text }) => text).join();
  expect(log).toContain('user.closed');
  for (const trace of [person.email, person.phoneNumber]) expect(log).not.toContain(trace);
  const deleted = await system.call(adminListUsers, { query: { status: 'DELETED' } }, helper);
  expect(deleted.answer.users.map(({ userId }) => userId)).toContain(person.user.id);
  expect((await find(person.user.id)).answer.users).toEqual([]);
});

test('refuses to close an account with an open payment', async () => {
  const person = await newConsumer(system);
  await system.owner.query(
    `insert into withdrawals (user_id, id, amount_cents, fee_cents, bill_reference, msisdn, recipient_name,
       recipient_email, status)
     values ($1, gen_random_uuid(), 1000, 0, 'WAITING', $2, 'X', '', 'PENDING')`,
    [person.user.id, person.phoneNumber],
  );
  const refused = await system.call(closeUser, { ...of(person), body: { reason } }, administrator);
  expect(refused.outcome).toBe('user_payment_open');
  await system.owner.query('delete from withdrawals where user_id = $1', [person.user.id]);
});

test('S227 support helps users and freezes accounts, only the role `administrator` unfreezes and closes them, other roles read', async () => {
  const person = await newConsumer(system);
  const body = { reason };
  const [finance, reader] = [
    await newAdministrator(system, 'finance'),
    await newAdministrator(system, 'read-only'),
  ];
  for (const by of [finance, reader]) {
    expect((await system.call(adminUserDetail, of(person), by)).outcome).toBe('ok');
    const refused = [
      await system.call(unlockUser, { ...of(person), body }, by),
      await system.call(adminResendVerification, { ...of(person), body: { contact: 'email' } }, by),
      await system.call(adminSignOutUser, { ...of(person), body }, by),
      await freeze(person, by),
    ];
    expect(refused.map(({ outcome }) => outcome)).toEqual(Array(4).fill('forbidden'));
  }
  for (const by of [helper, finance, reader]) {
    const refused = [
      await system.call(unfreezeUser, { ...of(person), body }, by),
      await system.call(closeUser, { ...of(person), body }, by),
    ];
    expect(refused.map(({ outcome }) => outcome)).toEqual(['forbidden', 'forbidden']);
  }
  expect(await actionsOn(person)).toEqual([]);
  expect((await freeze(person, helper)).outcome).toBe('ok');
  expect(await actionsOn(person)).toEqual(['user.frozen']);
  const blank = await system.call(freezeUser, { ...of(person), body: { reason: ' ' } }, administrator);
  expect(blank.outcome).toBe('validation_failed');
});

test('limits the unlocks of a user per hour, so that an attacker cannot continue guessing', async () => {
  const person = await newConsumer(system);
  const unlock = () => system.call(unlockUser, { ...of(person), body: { reason } }, helper);
  const outcomes: string[] = [];
  for (let time = 1; time <= 6; time += 1) outcomes.push((await unlock()).outcome);
  expect(outcomes).toEqual([...Array<string>(5).fill('ok'), 'too_many_requests']);
  expect(await actionsOn(person)).toEqual(Array(5).fill('user.unlocked'));
});

test('refuses to close an account while a refund to its wallet is being committed', async () => {
  const [buyer, till, finance] = [
    await newConsumer(system),
    await newTill(system),
    await newAdministrator(system, 'finance'),
  ];
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id });
  await redeem(system, till, gift.code, { amount: 100 });
  // The audit entry is the last write of a transaction. So the refund waits here, complete but not committed.
  const letGo = await holding(system.owner, 'select from audit_head for update');
  const refunded = refund(system, finance, gift);
  await untilWaiting(system.deps.db, 1);
  const closed = system.call(closeUser, { ...of(buyer), body: { reason } }, administrator);
  await untilWaiting(system.deps.db, 2);
  await letGo();
  expect((await refunded).answer).toEqual({ outcome: 'done' });
  expect((await closed).outcome).toBe('user_wallet_not_empty');
});
