import { login, signOutEverywhere, signup, updateProfile, userDetails, verifyEmail } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newSignedIn,
  signUpPerson,
  tokenIn,
  verificationTokenOf,
  type SignedIn,
} from '../../../testing/people.ts';
import { readUser } from './index.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function isVerified(user: SignedIn): Promise<unknown> {
  return (await readUser(people.deps.db, user.userId))?.emailVerified;
}

test('the mailed verification link has its token in the fragment, which no server or log sees', async () => {
  const user = await newSignedIn(people);
  const { link = '' } = await lastMessage(people, user.person.email, 'verify-email');
  expect(link).toMatch(/^https:\/\/zawadi\.test\/verify-email#token=[\w-]{32}$/u);
});

test('the verification link needs the password of the account', async () => {
  const user = await newSignedIn(people);
  const token = await verificationTokenOf(people, user.person.email);
  const alone = await people.call(verifyEmail, { token });
  expect(alone).toMatchObject({ status: 409, json: { code: 'password_required' } });
  const guessed = await people.call(verifyEmail, { token, password: 'not-the-password' });
  expect(guessed).toMatchObject({ status: 409, json: { code: 'password_wrong' } });
  expect(await isVerified(user)).toBe(false);
  const { password } = user.person;
  expect((await people.call(verifyEmail, { token, password })).status).toBe(200);
  expect(await isVerified(user)).toBe(true);
});

test('S35 in a session of the account the verification link needs no password, and works once', async () => {
  const user = await newSignedIn(people);
  const token = await verificationTokenOf(people, user.person.email);
  const own = { token: user.accessToken };
  expect((await people.call(verifyEmail, { token }, own)).status).toBe(200);
  const details = await people.call(userDetails, {}, own);
  expect(details.json.body?.['emailVerified']).toBe(true);
  expect((await people.call(verifyEmail, { token }, own)).json.code).toBe('verification_link_invalid');
});

test('the verification link needs the password in an ended or invented session, or in another account’s', async () => {
  const user = await newSignedIn(people);
  const other = await newSignedIn(people);
  const token = await verificationTokenOf(people, user.person.email);
  for (const bearer of [other.accessToken, 'x.y.z', `${user.accessToken}x`]) {
    const reply = await people.call(verifyEmail, { token }, { token: bearer });
    expect(reply).toMatchObject({ status: 409, json: { code: 'password_required' } });
  }
  const own = { token: user.accessToken };
  await people.call(signOutEverywhere, {}, own);
  expect((await people.call(verifyEmail, { token }, own)).json.code).toBe('password_required');
  expect(await isVerified(user)).toBe(false);
});

test('a verification link accepts ten wrong passwords an hour', async () => {
  const user = await newSignedIn(people);
  const token = await verificationTokenOf(people, user.person.email);
  for (let turn = 0; turn < 10; turn += 1)
    await people.call(verifyEmail, { token, password: `guess-${turn}` });
  const { password } = user.person;
  expect(await people.call(verifyEmail, { token, password })).toMatchObject({
    status: 429,
    json: { code: 'too_many_requests' },
  });
});

test('the owner of an email address cannot verify it for a stranger who signed up with it', async () => {
  const stranger = await newSignedIn(people);
  const token = await verificationTokenOf(people, stranger.person.email);
  // The owner signs up, too, and gets the reminder of an existing account, then opens the stranger's link.
  const owner = { ...newPerson(), email: stranger.person.email };
  await people.call(signup, owner);
  const reply = await people.call(verifyEmail, { token, password: owner.password });
  expect(reply.json.code).toBe('password_wrong');
  expect(await isVerified(stranger)).toBe(false);
});

test('the link for a new email address needs the password, too', async () => {
  const user = await newSignedIn(people);
  const { password } = user.person;
  const { email } = newPerson();
  await people.call(updateProfile, { email, currentPassword: password }, { token: user.accessToken });
  const { link = '' } = await lastMessage(people, email, 'confirm-new-email');
  const token = tokenIn(link);
  expect((await people.call(verifyEmail, { token })).json.code).toBe('password_required');
  expect((await people.call(verifyEmail, { token, password })).status).toBe(200);
  expect((await people.call(login, { email, password })).status).toBe(200);
});

test('refuses an unknown verification link before checking a password', async () => {
  const { password } = await signUpPerson(people);
  const reply = await people.call(verifyEmail, { token: 'nobodys-token', password });
  expect(reply.json.code).toBe('verification_link_invalid');
});
