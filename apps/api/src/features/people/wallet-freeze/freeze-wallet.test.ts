import {
  claimVoucher,
  freezeByLink,
  freezeByPhone,
  freezeWallet,
  giveUpWallet,
  login,
  openWallet,
  openWalletLater,
  sendFreezeCode,
  sendOpeningCode,
  userDetails,
  type WalletFreeze,
} from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, type SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  askToRegister,
  newSaver,
  registerAndStartWithdrawal,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
});
afterAll(() => system.close());

const FREEZE_CODE = /^(\d{6}) freezes your Zawadi wallet/u;
const LINK = /freeze#token=([\w-]{32})/u;

function freeze(person: SignedIn) {
  return system.call(freezeWallet, { body: {} }, person);
}

async function freezeOf(person: SignedIn): Promise<WalletFreeze | null> {
  return (await system.call(userDetails, { body: {} }, person)).answer.walletFreeze;
}

async function signInAgain(person: SignedIn): Promise<SignedIn> {
  const body = { email: person.email, password: DEMO_PASSWORD };
  return { ...person, bearer: (await system.call(login, { body })).answer.accessToken };
}

async function backdate(person: SignedIn, changes: string): Promise<void> {
  await system.owner.query(`update users set ${changes} where id = $1`, [person.user.id]);
}

/** Makes a saver whose contacts are older than a day. */
async function newOldSaver(): Promise<SignedIn> {
  const person = await newSaver(system);
  await backdate(
    person,
    `phone_verified_at = now() - interval '9 days', email_verified_at = now() - interval '9 days'`,
  );
  return person;
}

async function openingCode(person: SignedIn): Promise<string> {
  expect((await system.call(sendOpeningCode, { body: {} }, person)).outcome).toBe('ok');
  const [, otp = ''] = await system.sandbox.mail(person.email, /Open your wallet[^]*?\b(\d{6})\b/u);
  return otp;
}

function open(person: SignedIn, otp: string, password = DEMO_PASSWORD) {
  return system.call(openWallet, { body: { password, otp } }, person);
}

test('a frozen wallet lets no money out and gifts in; a payment in flight finishes', async () => {
  const person = await newSaver(system);
  const registered = await registerWithdrawal(system, person, 300);
  const inFlight = await registerAndStartWithdrawal(system, person, 400);
  expect((await freeze(person)).answer.walletFreeze).toMatchObject({ by: 'session', opensAt: null });

  expect(await startOf(system, person, registered)).toMatchObject({ status: 409, outcome: 'wallet_frozen' });
  expect(await askToRegister(system, person, 300)).toMatchObject({ status: 409, outcome: 'wallet_frozen' });
  const givenUp = await system.call(giveUpWallet, { body: { amount: 5 } }, person);
  expect(givenUp.outcome).toBe('wallet_frozen');
  const { claimToken } = await makeGift(system, { amount: 100, recipient: person });
  expect((await system.call(claimVoucher, { body: { claimToken } }, person)).outcome).toBe('ok');
  await untilWithdrawal(system, person, inFlight, 'COMPLETED');
  expect(await readWallet(system, person)).toBe(1_900 - 400 + 95);
  expect(await freezeOf(person)).toMatchObject({ by: 'session', opensAt: null });
  await system.sandbox.sms(person.phoneNumber, /your wallet is frozen/u);
  await system.sandbox.mail(person.email, /Your wallet is frozen/u);
});

test('opening a frozen wallet needs both the password and the code sent to the second contact', async () => {
  const person = await newOldSaver();
  await freeze(person);
  const otp = await openingCode(person);
  expect((await open(person, otp, 'Wrong-goats-and-a-kite')).outcome).toBe('password_wrong');
  expect((await open(person, '000000')).outcome).toBe('verification_code_invalid');
  expect((await open(person, otp)).answer).toEqual({ walletFreeze: null });
  expect((await open(person, otp)).outcome).toBe('wallet_not_frozen');
  await registerAndStartWithdrawal(system, person, 300);
  await system.sandbox.sms(person.phoneNumber, /your wallet is open again/u);
});

test('the contact that reset the password cannot be the second contact that opens the wallet', async () => {
  const person = await newOldSaver();
  await backdate(person, `password_reset_by = 'email', password_reset_at = now() - interval '3 days'`);
  await freeze(person);
  expect((await system.call(sendOpeningCode, { body: {} }, person)).answer.sentTo).toMatch(/^2547/u);
  await system.sandbox.sms(person.phoneNumber, /^\d{6} opens your frozen Zawadi wallet/u);
});

test.each([
  ['only one verified contact', 'email_verified_at = null'],
  ['an email address verified after the freeze', `email_verified_at = now() + interval '1 second'`],
  ['an email address changed in the day before the freeze', `email_changed_at = now() - interval '5 hours'`],
])('a frozen wallet of a user with %s opens only 24 hours after a request', async (_what, changes) => {
  const person = await newOldSaver();
  await freeze(person);
  await backdate(person, changes);
  expect((await system.call(sendOpeningCode, { body: {} }, person)).outcome).toBe('second_contact_missing');
  expect((await open(person, '123456')).outcome).toBe('second_contact_missing');
});

test('a scheduled opening notifies every contact and opens the wallet 24 hours later', async () => {
  const person = await newSaver(system);
  expect((await system.call(openWalletLater, { body: {} }, person)).outcome).toBe('wallet_not_frozen');
  await freeze(person);
  const { answer } = await system.call(openWalletLater, { body: {} }, person);
  const opensAt = answer.walletFreeze?.opensAt ?? '';
  expect((new Date(opensAt).getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
  await system.sandbox.sms(person.phoneNumber, /opens in 24 hours.*freeze#token=/u);
  await system.sandbox.mail(person.email, /Your wallet opens on[^]*freeze#token=/u);
  const refused = await askToRegister(system, person, 300);
  expect(refused).toMatchObject({ outcome: 'wallet_frozen', refusal: { until: opensAt } });

  const again = await system.call(openWalletLater, { body: {} }, person);
  expect(again.answer.walletFreeze?.opensAt).toBe(opensAt);
  await backdate(person, `wallet_opens_at = now()`);
  expect(await freezeOf(person)).toBeNull();
  await registerAndStartWithdrawal(system, person, 300);
  expect((await freeze(person)).answer.walletFreeze).toMatchObject({ by: 'session', opensAt: null });
});

test('“not me” ends a thief’s session and keeps the wallet frozen, although the thief knows the password', async () => {
  const owner = await newOldSaver();
  await freeze(owner);
  const thief = await signInAgain(owner);
  await system.call(openWalletLater, { body: {} }, thief);
  const [, token = ''] = await system.sandbox.sms(owner.phoneNumber, LINK);
  expect((await system.call(freezeByLink, { body: { token } })).outcome).toBe('ok');

  await expect
    .poll(async () => (await system.call(userDetails, { body: {} }, thief)).outcome, { timeout: 1_500 })
    .toBe('unauthenticated');
  const back = await signInAgain(owner);
  expect(await freezeOf(back)).toMatchObject({ by: 'not-me', opensAt: null });
  expect((await open(back, await openingCode(back))).outcome).toBe('password_reset_needed');
  expect((await system.call(freezeByLink, { body: { token } })).outcome).toBe('verification_link_invalid');
});

test('a “not me” link older than 72 hours has no effect', async () => {
  const person = await newSaver(system);
  await freeze(person);
  await system.call(openWalletLater, { body: {} }, person);
  const [, token = ''] = await system.sandbox.sms(person.phoneNumber, LINK);
  await system.owner.query('update not_me_links set expires_at = now() where user_id = $1', [person.user.id]);
  expect((await system.call(freezeByLink, { body: { token } })).outcome).toBe('verification_link_invalid');
  expect((await freezeOf(person))?.opensAt).not.toBeNull();
});

test('the verified phone freezes the wallet without a session, and ends all sessions', async () => {
  const person = await newSaver(system);
  const phone = person.phoneNumber;
  expect((await system.call(sendFreezeCode, { body: { phone } })).outcome).toBe('ok');
  const [, otp = ''] = await system.sandbox.sms(phone, FREEZE_CODE);
  const other = newPerson('Musa', 'Otieno').phoneNumber;
  const wrong = await system.call(freezeByPhone, { body: { phone: other, otp } });
  expect(wrong.outcome).toBe('verification_code_invalid');
  expect((await system.call(freezeByPhone, { body: { phone, otp } })).outcome).toBe('ok');
  expect((await system.call(freezeByPhone, { body: { phone, otp } })).outcome).toBe(
    'verification_code_invalid',
  );
  await expect
    .poll(async () => (await system.call(userDetails, { body: {} }, person)).outcome, { timeout: 1_500 })
    .toBe('unauthenticated');
  const back = await signInAgain(person);
  expect(await freezeOf(back)).toMatchObject({ by: 'phone' });
  expect((await askToRegister(system, back, 300)).outcome).toBe('wallet_frozen');
});

test('a freeze request for an unknown phone number gets the same answer and sends no SMS', async () => {
  const phone = newPerson('Musa', 'Otieno').phoneNumber;
  const unknown = await system.call(sendFreezeCode, { body: { phone } });
  const person = await newSaver(system);
  const known = await system.call(sendFreezeCode, { body: { phone: person.phoneNumber } });
  expect([unknown.status, unknown.answer]).toEqual([known.status, known.answer]);
  await system.sandbox.sms(person.phoneNumber, FREEZE_CODE);
  expect((await system.sandbox.phone(phone)).messages).toEqual([]);
});

test('after strangers have requested and guessed freeze codes, the owner’s link still works', async () => {
  const person = await newSaver(system);
  const phone = person.phoneNumber;
  for (let time = 0; time < 6; time += 1) await system.call(sendFreezeCode, { body: { phone } });
  const guess = () => system.call(freezeByPhone, { body: { phone, otp: '000000' } });
  const outcomes: string[] = [];
  for (let time = 0; time < 21; time += 1) outcomes.push((await guess()).outcome);
  expect(outcomes.at(-1)).toBe('reset_link_only');
  const { messages } = await system.sandbox.phone(phone);
  expect(messages.filter(({ text }) => FREEZE_CODE.test(text)).length).toBeLessThanOrEqual(3);
  const [, token = ''] = await system.sandbox.sms(phone, LINK);
  expect((await system.call(freezeByLink, { body: { token } })).outcome).toBe('ok');
  const back = await signInAgain(person);
  expect(await freezeOf(back)).toMatchObject({ by: 'phone' });
});

test('a thief with the old phone and the password cannot open a frozen wallet: the second contact is the email address', async () => {
  const owner = await newOldSaver();
  await freeze(owner);
  const thief = await signInAgain(owner);
  await system.call(sendOpeningCode, { body: {} }, thief);
  await system.sandbox.mail(owner.email, /Open your wallet/u);
  const { messages } = await system.sandbox.phone(owner.phoneNumber);
  expect(messages.filter(({ text }) => text.includes('opens your frozen'))).toEqual([]);
});

test('opening and freezing a wallet in turn sends messages at most three times a day', async () => {
  const person = await newSaver(system);
  const outcomes = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await freeze(person);
    outcomes.push((await system.call(openWalletLater, { body: {} }, person)).outcome);
  }
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'too_many_requests']);
});
