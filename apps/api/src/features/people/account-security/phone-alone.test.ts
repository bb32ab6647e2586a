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

/**
 * Requests a password reset by SMS.
 * @returns the code from the SMS
 */
async function askBySms({ phoneNumber: phone }: SignedIn): Promise<string> {
  await system.call(generatePhonePasswordOtp, { body: { phone } });
  const [, otp = ''] = await system.sandbox.sms(phone, /^(\d{6}) sets a new Zawadi password/u);
  return otp;
}

/**
 * Enters wrong codes until the next SMS contains a link.
 * @returns the link's token
 */
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

test('A57 within 72 hours of a SIM swap only a code mailed to the proven address resets the password, none by SMS', async () => {
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

test('more than 72 hours after a SIM swap a code by SMS resets the password', async () => {
  const person = await newConsumer(system);
  await swapped(person, 71);
  const otp = await askBySms(person);
  expect((await resetWith(person, otp)).outcome).toBe('reset_needs_email');
  await swapped(person, 73);
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('a code by SMS resets the password only once Safaricom answers whether the SIM was swapped', async () => {
  const person = await newConsumer(system);
  const otp = await askBySms(person);
  await system.sandbox.behave({ failHttp: { path: paths.simSwap, status: 503, times: 10 } });
  expect(await resetWith(person, otp)).toMatchObject({ status: 503, outcome: 'sim_not_checked' });
  await system.sandbox.behave({ failHttp: null });
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('without Safaricom’s SIM swap product a recently used phone number is enough to reset the password', async () => {
  const person = await newConsumer(system);
  await system.sandbox.behave({ missingProducts: [paths.simSwap] });
  const otp = await askBySms(person);
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('A57 a phone number not used with the account for 90 days cannot reset its password', async () => {
  const person = await newConsumer(system);
  await proveLongAgo(person, 90);
  const otp = await askBySms(person);
  expect(await resetWith(person, otp)).toMatchObject({ status: 409, outcome: 'reset_needs_email' });
  await proveLongAgo(person, 89);
  expect((await resetWith(person, otp)).outcome).toBe('ok');
});

test('A57 a withdrawal counts as use of the phone number that receives it, and of no other number', async () => {
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
