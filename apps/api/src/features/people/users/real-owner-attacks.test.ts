import {
  changePassword,
  enableTwoFactor,
  generatePasswordOtp,
  generatePhoneOtp,
  login,
  objectToContactChange,
  resetPassword,
  signup,
  startTwoFactor,
  updateProfile,
  verifyEmail,
  verifyPhone,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newUnconfirmedHolder,
  newSignedIn,
  signInPerson,
  signUpPerson,
  tokenIn,
  verificationTokenOf,
  verifyEmailOf,
  withAddressOf,
  type SignedIn,
} from '../../../testing/people.ts';

let people: PeopleApp;
const now = new Date('2026-11-20T09:00:10Z');
beforeAll(async () => {
  people = await startPeopleApp(() => [], { clock: { now: () => now } });
});
afterAll(() => people.close());

async function newHolder(): Promise<SignedIn> {
  const holder = await newUnconfirmedHolder(people);
  await people.owner.query('delete from outbox');
  return holder;
}

test('an account that has lost its email address keeps its phone number, the only access to its money', async () => {
  const holder = await newHolder();
  const { phoneNumber, password } = holder.person;
  const newcomer = await newSignedIn(people, withAddressOf(holder));
  await verifyEmailOf(people, newcomer);
  const own = { token: newcomer.accessToken };
  const wanted = { phoneNumber, currentPassword: newcomer.person.password };
  expect((await people.call(updateProfile, wanted, own)).status).toBe(200);
  await people.call(generatePhoneOtp, {}, own);
  const { code: otp } = await lastMessage(people, phoneNumber, 'phone-otp');
  expect((await people.call(verifyPhone, { otp }, own)).json.code).toBe('phone_has_account');
  expect((await people.call(login, { email: phoneNumber, password })).status).toBe(200);
});

test('a sign-up does not reveal which phone number another account has', async () => {
  const holder = await newHolder();
  const { phoneNumber } = holder.person;
  const seen = [];
  for (const number of [phoneNumber, newPerson().phoneNumber]) {
    const person = { ...withAddressOf(holder), phoneNumber: number };
    const { status, json } = await people.call(signup, person);
    seen.push({ status, json, signIn: (await people.call(login, person)).status });
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.signIn).toBe(200);
});

test('A59 for two-factor labels and password rules a pending email address counts as the account’s own', async () => {
  const { accessToken: token, person } = await newSignedIn(people, withAddressOf(await newHolder()));
  const { password, email } = person;
  const started = await people.call(startTwoFactor, { password }, { token });
  expect(decodeURIComponent(String(started.json.body?.['otpauthUrl']))).toContain(email);
  const [newPassword] = email.split('@');
  const changed = await people.call(changePassword, { currentPassword: password, newPassword }, { token });
  expect(changed.json.code).toBe('password_personal');
});

test('a sign-up with the same address and password does not bypass the holder’s second factor', async () => {
  const holder = await newHolder();
  const { email, password } = holder.person;
  const own = { token: holder.accessToken };
  const { secret } = (await people.call(startTwoFactor, { password }, own)).json.body ?? {};
  const otp = generateSync({ secret: String(secret), epoch: Math.floor(now.getTime() / 1000) });
  expect((await people.call(enableTwoFactor, { otp }, own)).status).toBe(200);
  await signUpPerson(people, { ...withAddressOf(holder), password });
  expect((await people.call(login, { email, password })).json.code).toBe('otp_required');
});

test('the link of a frozen account moves no email address to it', async () => {
  const holder = await newHolder();
  const { email } = holder.person;
  const newcomer = await newSignedIn(people, withAddressOf(holder));
  const token = await verificationTokenOf(people, email);
  await people.owner.query("update users set status = 'FROZEN' where id = $1", [newcomer.userId]);
  const { password } = newcomer.person;
  expect((await people.call(verifyEmail, { token, password })).json.code).toBe('account_frozen');
  expect((await signInPerson(people, holder.person)).userId).toBe(holder.userId);
});

test('an account with a proven phone cannot restore a former email address that it never proved', async () => {
  const holder = await newHolder();
  const { phoneNumber, password: currentPassword } = holder.person;
  const own = { token: holder.accessToken };
  const next = newPerson().email;
  expect((await people.call(updateProfile, { email: next, currentPassword }, own)).status).toBe(200);
  const confirm = await lastMessage(people, next, 'confirm-new-email');
  const moved = await people.call(verifyEmail, { token: tokenIn(confirm['link'] ?? '') }, own);
  expect(moved.status).toBe(200);

  const newcomer = await newSignedIn(people, withAddressOf(holder));
  await verifyEmailOf(people, newcomer);
  // "This was not me" must not restore an email address that belongs to another account now.
  const { link = '' } = await lastMessage(people, phoneNumber, 'contact-change-asked');
  expect((await people.call(objectToContactChange, { token: tokenIn(link) })).status).toBe(200);
  expect((await signInPerson(people, newcomer.person)).userId).toBe(newcomer.userId);
  expect((await people.call(login, { email: next, password: currentPassword })).status).toBe(401);
  expect((await signInPerson(people, { ...holder.person, email: phoneNumber })).userId).toBe(holder.userId);
});

test('a sign-up address that moved from another account can reset the password as soon as it is proven', async () => {
  const newcomer = await newSignedIn(people, withAddressOf(await newHolder()));
  await verifyEmailOf(people, newcomer);
  const { email } = newcomer.person;
  expect((await people.call(generatePasswordOtp, { email })).status).toBe(200);
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  const password = 'a-new-battery-staple';
  expect((await people.call(resetPassword, { email, otp, password })).status).toBe(200);
});
