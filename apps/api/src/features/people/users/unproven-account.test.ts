import {
  enableTwoFactor,
  generatePasswordOtp,
  generatePhoneOtp,
  login,
  resetPassword,
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

async function switchSecondFactorOn({ accessToken: token, person: { password } }: SignedIn): Promise<void> {
  const started = await people.call(startTwoFactor, { password }, { token });
  const secret = String(started.json.body?.['secret']);
  expect((await people.call(enableTwoFactor, { otp: generateSync({ secret }) }, { token })).status).toBe(200);
}

async function resetAt(email: string): Promise<void> {
  await people.call(generatePasswordOtp, { email });
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  const reply = await people.call(resetPassword, { email, otp, password: NEW_PASSWORD });
  expect(reply.status).toBe(200);
}

test('the first reset of an account without a proven contact removes sessions, passkeys and factors of a stranger', async () => {
  const stranger = await newSignedIn(people);
  const { email } = stranger.person;
  const oldLink = await verificationTokenOf(people, email);
  const waiting = { email: newPerson().email, phone: newPerson().phoneNumber };
  const { password: currentPassword } = stranger.person;
  await people.call(updateProfile, { ...waiting, currentPassword }, { token: stranger.accessToken });
  await switchSecondFactorOn(stranger);

  await resetAt(email);

  // The second factor is gone, so the sign-in needs no code.
  const owner = await signInPerson(people, { ...stranger.person, password: NEW_PASSWORD });
  expect(owner.userId).toBe(stranger.userId);
  const details = await people.call(userDetails, {}, { token: owner.accessToken });
  expect(details.json.body).toMatchObject({
    emailVerified: true,
    phoneNumber: '',
    phoneVerified: false,
    pendingEmail: null,
    pendingPhone: null,
    twoFactorEnabled: false,
  });
  expect((await people.call(userDetails, {}, { token: stranger.accessToken })).status).toBe(401);
  const { rows } = await people.owner.query('select id from sessions where subject_id = $1', [owner.userId]);
  expect(rows).toHaveLength(1);
  const used = await people.call(verifyEmail, { token: oldLink }, { token: owner.accessToken });
  expect(used.json.code).toBe('verification_link_invalid');

  const noPhone = await people.call(generatePhoneOtp, {}, { token: owner.accessToken });
  expect(noPhone).toMatchObject({ status: 409, json: { code: 'phone_not_given' } });
  const { phoneNumber } = newPerson();
  await people.call(
    updateProfile,
    { phoneNumber, currentPassword: NEW_PASSWORD },
    { token: owner.accessToken },
  );
  await verifyPhoneOf(people, { ...owner, person: { ...owner.person, phoneNumber } });
});

test('a reset of an account with a proven email address keeps phone and second factor', async () => {
  const user = await newSignedIn(people);
  await verifyEmailOf(people, user);
  await verifyPhoneOf(people, user);
  await switchSecondFactorOn(user);
  await resetAt(user.person.email);
  const { email, phoneNumber } = user.person;
  const refused = await people.call(login, { email, password: NEW_PASSWORD });
  expect(refused.json.code).toBe('otp_required');
  const { rows } = await people.owner.query('select phone_msisdn from users where id = $1', [user.userId]);
  expect(rows).toEqual([{ phone_msisdn: phoneNumber }]);
});
