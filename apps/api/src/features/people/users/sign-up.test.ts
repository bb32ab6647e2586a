import { login, resendEmailVerification, signup, userDetails, verifyEmail } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newSignedIn,
  signInPerson,
  signUpPerson,
  verificationTokenOf,
} from '../../../testing/people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

test('S344 a new person signs up, signs in before verifying anything, and sees both contacts as unverified', async () => {
  const person = newPerson();
  const signedUp = await people.call(signup, person);
  expect(signedUp.json).toEqual({
    responseCode: 200,
    responseMessage: 'Account created successfully!',
    body: {},
  });
  const { accessToken, userId } = await signInPerson(people, person);
  const details = await people.call(userDetails, { accessToken }, { token: accessToken });
  expect(details.json.body).toEqual({
    id: userId,
    firstName: 'Wanjiku',
    lastName: 'Mwangi',
    email: person.email,
    phoneNumber: person.phoneNumber,
    role: { name: 'ROLE_USER' },
    notifications: true,
    emailAlerts: true,
    emailVerified: false,
    phoneVerified: false,
    status: 'ACTIVE',
    language: 'en',
    pendingEmail: null,
    pendingPhone: null,
    nameVerified: false,
    twoFactorEnabled: false,
    walletFreeze: null,
    pictureUrl: null,
  });
});

test('S429 a sign-up with a known address gets the same answer, mails the owner and changes nothing', async () => {
  const owner = await signUpPerson(people);
  const intruder = { ...newPerson(), email: owner.email.toUpperCase() };
  const reply = await people.call(signup, intruder);
  expect(reply.json).toEqual({
    responseCode: 200,
    responseMessage: 'Account created successfully!',
    body: {},
  });
  expect(await lastMessage(people, owner.email, 'account-exists')).toEqual({});
  const login1 = await people.call(login, { email: owner.email, password: intruder.password });
  expect(login1.json.code).toBe('invalid_credentials');
  await expect(signInPerson(people, owner)).resolves.toMatchObject({ person: owner });
});

test('A4 repeated sign-ups with a known email send its owner three mails an hour', async () => {
  const owner = await signUpPerson(people);
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await people.call(signup, { ...newPerson(), email: owner.email })).status).toBe(200);
  }
  const mails = await people.messagesTo(owner.email);
  expect(mails.filter((mail) => mail.template === 'account-exists')).toHaveLength(3);
});

test('two concurrent sign-ups with one email make one account', async () => {
  const person = newPerson();
  const replies = await Promise.all([person, person].map((body) => people.call(signup, body)));
  expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  const { rows } = await people.owner.query('select id from users where email = $1', [person.email]);
  expect(rows).toHaveLength(1);
});

test('A13 sign-up ignores request fields that only the server may set', async () => {
  const person = newPerson();
  const greedy = {
    ...person,
    id: '00000000-0000-7000-8000-000000000000',
    role: { name: 'ROLE_ADMIN' },
    status: 'FROZEN',
    emailVerified: true,
    phoneVerified: true,
    email_verified_at: '2020-01-01T00:00:00Z',
    sessionVersion: 99,
    walletBalance: 1_000_000,
    apiKey: 'zk_mine',
  };
  expect((await people.call(signup, greedy)).status).toBe(200);
  const { userId, accessToken } = await signInPerson(people, person);
  expect(userId).not.toBe(greedy.id);
  const details = await people.call(userDetails, {}, { token: accessToken });
  expect(details.json.body).toMatchObject({
    role: { name: 'ROLE_USER' },
    status: 'ACTIVE',
    emailVerified: false,
    phoneVerified: false,
  });
});

test('A13 sign-up refuses request keys that would change the prototype of all objects', async () => {
  for (const key of [
    '"__proto__":{"emailVerified":true}',
    '"constructor":{"prototype":{"emailVerified":true}}',
  ]) {
    const reply = await people.call(signup, JSON.stringify(newPerson()).replace('{', `{${key},`));
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_json' } });
  }
});

test('S441 sign-up accepts a phone number in every usual spelling and stores one form', async () => {
  for (const [typed, kept] of [
    ['0712 345 678', '254712345678'],
    ['+254 112 345 678', '254112345678'],
    ['712345678', '254712345678'],
    ['254-712-345-678', '254712345678'],
  ]) {
    const user = await newSignedIn(people, { ...newPerson(), phoneNumber: typed ?? '' });
    const details = await people.call(userDetails, {}, { token: user.accessToken });
    expect(details.json.body?.['phoneNumber']).toBe(kept);
  }
});

test('a verification link older than two days, or sent to a former address, verifies nothing', async () => {
  const late = await newSignedIn(people);
  await people.owner.query(`update user_email_verifications set expires_at = now() where user_id = $1`, [
    late.userId,
  ]);
  const moved = await newSignedIn(people);
  await people.owner.query(`update users set email = $2 where id = $1`, [moved.userId, newPerson().email]);
  for (const user of [late, moved]) {
    const token = await verificationTokenOf(people, user.person.email);
    expect((await people.call(verifyEmail, { token }, { token: user.accessToken })).json.code).toBe(
      'verification_link_invalid',
    );
  }
});

test('A4 verification links are mailed three times an hour; older ones stay valid until one is used', async () => {
  const user = await newSignedIn(people);
  const first = await verificationTokenOf(people, user.person.email);
  const { accessToken: token } = user;
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await people.call(resendEmailVerification, {}, { token })).status).toBe(200);
  }
  const refused = await people.call(resendEmailVerification, {}, { token });
  expect(refused.json.code).toBe('too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  const last = await verificationTokenOf(people, user.person.email);
  expect(last).not.toBe(first);
  expect((await people.call(verifyEmail, { token: first }, { token })).status).toBe(200);
  expect((await people.call(verifyEmail, { token: last }, { token })).json.code).toBe(
    'verification_link_invalid',
  );
  expect((await people.call(resendEmailVerification, {}, { token })).status).toBe(200);
});
