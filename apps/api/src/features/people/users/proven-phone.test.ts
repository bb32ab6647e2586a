import {
  enableTwoFactor,
  generatePasswordOtp,
  generatePhonePasswordOtp,
  login,
  resetPassword,
  resetPasswordByLink,
  resetPasswordByPhone,
  startTwoFactor,
  updateProfile,
  userDetails,
  verifyEmail,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newSignedIn,
  signInPerson,
  tokenIn,
  verificationTokenOf,
  verifyEmailOf,
  verifyPhoneOf,
  type SignedIn,
} from '../../../testing/people.ts';

let people: PeopleApp;
const NEW_PASSWORD = 'a-new-battery-staple';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

const templatesTo = async (target: string) =>
  (await people.messagesTo(target)).map(({ template }) => template);

async function withPhone(): Promise<SignedIn> {
  const user = await newSignedIn(people);
  await verifyPhoneOf(people, user);
  return user;
}

async function codeBySms(phone: string): Promise<string> {
  const asked = await people.call(generatePhonePasswordOtp, { phone });
  expect(asked.json).toEqual({
    responseCode: 200,
    responseMessage: 'Reset code sent to your phone',
    body: {},
  });
  return (await lastMessage(people, phone, 'password-reset'))['code'] ?? '';
}

async function phoneOf({ userId }: SignedIn): Promise<unknown> {
  const { rows } = await people.owner.query('select phone_msisdn from users where id = $1', [userId]);
  return rows[0]?.phone_msisdn;
}

test('once the phone is proven, a mistyped sign-up address cannot reset the password or replace the phone', async () => {
  const user = await newSignedIn(people);
  const { email, phoneNumber, password } = user.person;
  // Before the phone is proven, the stranger at the mistyped address requests a reset and keeps code and link.
  await people.call(generatePasswordOtp, { email });
  const kept = await lastMessage(people, email, 'password-reset');
  await verifyPhoneOf(people, user);

  const byCode = await people.call(resetPassword, { email, otp: kept['code'], password: NEW_PASSWORD });
  expect(byCode.json.code).toBe('verification_code_invalid');
  const token = tokenIn(kept['link'] ?? '');
  const byLink = await people.call(resetPasswordByLink, { token, password: NEW_PASSWORD });
  expect(byLink.json.code).toBe('verification_link_invalid');
  await people.owner.query('delete from outbox');
  const asked = await people.call(generatePasswordOtp, { email });
  expect(asked.json.responseMessage).toBe('Reset code sent to your email');
  expect(await templatesTo(email)).toEqual([]);
  expect(await phoneOf(user)).toBe(phoneNumber);
  expect((await people.call(login, { email: phoneNumber, password })).status).toBe(200);
});

test('the mailed verification link proves the email address only with the account’s password', async () => {
  const user = await withPhone();
  const token = await verificationTokenOf(people, user.person.email);
  expect((await people.call(verifyEmail, { token })).json.code).toBe('password_required');
  const guess = await people.call(verifyEmail, { token, password: 'a-guess-of-theirs' });
  expect(guess.status).not.toBe(200);
  await people.owner.query('delete from outbox');
  await people.call(generatePasswordOtp, { email: user.person.email });
  expect(await templatesTo(user.person.email)).toEqual([]);
});

test('a code by SMS resets the password and ends every session', async () => {
  const user = await withPhone();
  const { phoneNumber: phone, password } = user.person;
  const otp = await codeBySms(phone);
  const reset = await people.call(resetPasswordByPhone, { phone, otp, password: NEW_PASSWORD });
  expect(reset.json.responseMessage).toBe('Password reset successful');
  expect((await people.call(userDetails, {}, { token: user.accessToken })).status).toBe(401);
  expect((await people.call(login, { email: phone, password })).json.code).toBe('invalid_credentials');
  await signInPerson(people, { ...user.person, password: NEW_PASSWORD });
  const again = await people.call(resetPasswordByPhone, { phone, otp, password: `${NEW_PASSWORD}-2` });
  expect(again.json.code).toBe('verification_code_invalid');
});

test('a reset by SMS leaves the second factor on', async () => {
  const user = await withPhone();
  const { phoneNumber: phone, password } = user.person;
  const token = user.accessToken;
  const started = await people.call(startTwoFactor, { password }, { token });
  const secret = String(started.json.body?.['secret']);
  await people.call(enableTwoFactor, { otp: generateSync({ secret }) }, { token });
  const otp = await codeBySms(phone);
  expect((await people.call(resetPasswordByPhone, { phone, otp, password: NEW_PASSWORD })).status).toBe(200);
  const refused = await people.call(login, { email: phone, password: NEW_PASSWORD });
  expect(refused.json.code).toBe('otp_required');
});

test('a reset request for an unproven phone number gets the same answer and sends no SMS', async () => {
  const { phoneNumber: phone } = (await newSignedIn(people)).person;
  for (const number of [phone, newPerson().phoneNumber]) {
    const asked = await people.call(generatePhonePasswordOtp, { phone: number });
    expect(asked.json.responseMessage).toBe('Reset code sent to your phone');
    expect(await templatesTo(number)).toEqual([]);
    const guess = { phone: number, otp: '123456', password: NEW_PASSWORD };
    expect((await people.call(resetPasswordByPhone, guess)).json.code).toBe('verification_code_invalid');
  }
});

test('a changed phone number cannot reset the password for a day', async () => {
  const user = await withPhone();
  const { phoneNumber: phone } = user.person;
  const change = 'update users set phone_changed_at = moment() - $2::interval where id = $1';
  await people.owner.query(change, [user.userId, '23 hours']);
  await people.call(generatePhonePasswordOtp, { phone });
  expect(await templatesTo(phone)).not.toContain('password-reset');
  await people.owner.query(change, [user.userId, '25 hours']);
  expect(await codeBySms(phone)).toMatch(/^\d{6}$/u);
});

test('wrong reset codes by SMS do not use up codes by mail; after twenty the SMS contains a link', async () => {
  const user = await withPhone();
  await verifyEmailOf(people, user);
  const { phoneNumber: phone, email } = user.person;
  await people.call(generatePasswordOtp, { email });
  const { code: mailed } = await lastMessage(people, email, 'password-reset');
  const right = await codeBySms(phone);
  const otp = right === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 20; tries += 1) {
    const wrong = await people.call(resetPasswordByPhone, { phone, otp, password: NEW_PASSWORD });
    expect(wrong.json.code).toBe('verification_code_invalid');
  }
  const locked = await people.call(resetPasswordByPhone, { phone, otp, password: NEW_PASSWORD });
  expect(locked.json.code).toBe('reset_link_only');
  await people.call(generatePhonePasswordOtp, { phone });
  const { code, link = '' } = await lastMessage(people, phone, 'password-reset');
  expect(code).toBeUndefined();
  const reset = await people.call(resetPasswordByLink, { token: tokenIn(link), password: NEW_PASSWORD });
  expect(reset.status).toBe(200);
  const byMail = await people.call(resetPassword, { email, otp: mailed, password: `${NEW_PASSWORD}-2` });
  // The reset has voided the mailed code.
  expect(byMail.json.code).toBe('verification_code_invalid');
});

test('a password reset is notified to the proven phone and the proven email address', async () => {
  const user = await withPhone();
  await verifyEmailOf(people, user);
  const { phoneNumber: phone, email } = user.person;
  const otp = await codeBySms(phone);
  await people.call(resetPasswordByPhone, { phone, otp, password: NEW_PASSWORD });
  expect(await templatesTo(phone)).toContain('password-reset-done');
  expect(await templatesTo(email)).toContain('password-reset-done');
});

test('next to a proven phone, an unproven email address gets no notice of a reset and no link', async () => {
  const user = await withPhone();
  const { phoneNumber: phone, email } = user.person;
  const otp = await codeBySms(phone);
  await people.owner.query('delete from outbox');
  await people.call(resetPasswordByPhone, { phone, otp, password: NEW_PASSWORD });
  expect(await templatesTo(phone)).toEqual(['password-reset-done']);
  expect(await templatesTo(email)).toEqual([]);
});

test('next to a proven phone, an unproven email address gets no link that could undo a change of contact', async () => {
  const user = await withPhone();
  const { phoneNumber: phone, email, password: currentPassword } = user.person;
  const wanted = { email: newPerson().email, currentPassword };
  expect((await people.call(updateProfile, wanted, { token: user.accessToken })).status).toBe(200);
  expect(await templatesTo(phone)).toContain('contact-change-asked');
  expect(await templatesTo(email)).not.toContain('contact-change-asked');
});
