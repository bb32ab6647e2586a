import {
  generatePhonePasswordOtp,
  resetPasswordByLink,
  resetPasswordByPhone,
  resetPassword,
  generatePasswordOtp,
} from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
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
beforeEach(() => system.sandbox.behave({ swappedSims: {}, missingProducts: [], failHttp: null }));
afterAll(() => system.close());

const password = 'Four-goats-and-a-kite';
const WITHDRAWAL_CODE = /^(\d{6}) (?!sets)/u;
const HOUR_MS = 3_600_000;

/** @returns the code from the SMS, which resets the password */
async function askBySms({ phoneNumber: phone }: SignedIn): Promise<string> {
  await system.call(generatePhonePasswordOtp, { body: { phone } });
  const [, otp = ''] = await system.sandbox.sms(phone, /^(\d{6}) sets a new Zawadi password/u);
  return otp;
}

/** @returns the token of the link in the SMS that follows twenty wrong codes */
async function linkAfterWrongCodes(person: SignedIn, otp: string): Promise<string> {
  const wrong = otp === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 21; tries += 1) await resetWith(person, wrong);
  const { phoneNumber: phone } = person;
  await system.call(generatePhonePasswordOtp, { body: { phone } });
  const [, token = ''] = await system.sandbox.sms(phone, /#token=([\w-]+)/u);
  return token;
}

const resetWith = ({ phoneNumber: phone }: SignedIn, otp: string) =>
  system.call(resetPasswordByPhone, { body: { phone, otp, password } });

const swapped = (person: SignedIn, hoursAgo: number) =>
  system.sandbox.behave({
    swappedSims: { [msisdnOf(person)]: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() },
  });

function msisdnOf({ phoneNumber }: SignedIn): string {
  return phoneNumber.replace(/^\+?(?:254|0)/u, '254');
}

async function proveLongAgo({ user }: SignedIn, days: number): Promise<void> {
  await system.owner.query(
    `update users set phone_verified_at = now() - make_interval(days => $2),
       phone_first_verified_at = now() - make_interval(days => $2) where id = $1`,
    [user.id, days],
  );
}

test('A57 after a SIM swap within 72 hours neither code nor link by SMS resets the password; the proven address does', async () => {
  const person = await newConsumer(system);
  await swapped(person, 71);
  const otp = await askBySms(person);
  expect(await resetWith(person, otp)).toMatchObject({ status: 409, outcome: 'reset_needs_email' });
  const token = await linkAfterWrongCodes(person, otp);
  const byLink = await system.call(resetPasswordByLink, { body: { token, password } });
  expect(byLink.outcome).toBe('reset_needs_email');
  const { email } = person;
  await system.call(generatePasswordOtp, { body: { email } });
  const [, mailed = ''] = await system.sandbox.mail(email, /\b(\d{6})\b/u);
  expect((await system.call(resetPassword, { body: { email, otp: mailed, password } })).outcome).toBe('ok');
});

test('after an older SIM swap the same code resets the password', async () => {
  const person = await newConsumer(system);
  await swapped(person, 71);
  const otp = await askBySms(person);
  expect((await resetWith(person, otp)).outcome).toBe('reset_needs_email');
  await swapped(person, 73);
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('while Safaricom does not answer the number resets nothing; once it answers, it does', async () => {
  const person = await newConsumer(system);
  const otp = await askBySms(person);
  await system.sandbox.behave({ failHttp: { path: paths.simSwap, status: 503, times: 10 } });
  expect(await resetWith(person, otp)).toMatchObject({ status: 503, outcome: 'sim_not_checked' });
  await system.sandbox.behave({ failHttp: null });
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('without the SIM swap product only the use of the number counts', async () => {
  const person = await newConsumer(system);
  await system.sandbox.behave({ missingProducts: [paths.simSwap] });
  const otp = await askBySms(person);
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('A57 a number unused with the account for 90 days resets nothing', async () => {
  const person = await newConsumer(system);
  await proveLongAgo(person, 90);
  const otp = await askBySms(person);
  expect(await resetWith(person, otp)).toMatchObject({ status: 409, outcome: 'reset_needs_email' });
  await proveLongAgo(person, 89);
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('A57 a withdrawal to the number counts as use of it, one to another number does not', async () => {
  const saver = await newSaver(system);
  await proveLongAgo(saver, 400);
  const otp = await askBySms(saver);
  const paid = "update purchases set completed_at = now() - interval '91 days' where buyer_id = $1";
  await system.owner.query(paid, [saver.user.id]);
  const { phoneNumber } = newPerson('Wanja', 'Kamau');
  const other = await registerWithdrawal(system, saver, 100, phoneNumber);
  expect((await startOf(system, saver, other)).outcome).toBe('otp_required');
  const [, code = ''] = await system.sandbox.sms(saver.phoneNumber, WITHDRAWAL_CODE);
  expect((await startOf(system, saver, other, { otp: code })).outcome).toBe('ok');
  expect((await resetWith(saver, otp)).outcome).toBe('reset_needs_email');
  const withdrawal = await registerAndStartWithdrawal(system, saver, 100);
  await untilWithdrawal(system, saver, withdrawal, 'COMPLETED');
  expect((await resetWith(saver, otp)).outcome).toBe('ok');
});
