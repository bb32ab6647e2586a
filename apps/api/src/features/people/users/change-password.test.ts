import { changePassword, login, userDetails } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, signInPerson, tokensOf, type SignedIn } from '../../../testing/people.ts';
import { readUser } from './index.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

const NEXT = 'Another-horse-7';

function change(user: SignedIn, currentPassword: string, newPassword = NEXT) {
  return people.call(changePassword, { currentPassword, newPassword }, { token: user.accessToken });
}

async function statusOf(token: string): Promise<number> {
  return (await people.call(userDetails, {}, { token })).status;
}

test('A9 S81 a password change ends every other session at once, and this device continues with new tokens', async () => {
  const here = await newSignedIn(people);
  const elsewhere = await signInPerson(people, here.person);
  const reply = await change(here, here.person.password);
  expect(reply.json.responseMessage).toBe('Password changed');
  const { accessToken } = tokensOf(reply);
  expect(await statusOf(accessToken)).toBe(200);
  expect(await statusOf(elsewhere.accessToken)).toBe(401);
  expect(await statusOf(here.accessToken)).toBe(401);

  const { email, password } = here.person;
  expect((await people.call(login, { email, password })).status).toBe(401);
  expect((await people.call(login, { email, password: NEXT })).status).toBe(200);
  expect(await lastMessage(people, email, 'password-changed')).toEqual({});
  expect((await readUser(people.deps.db, here.userId))?.passwordChangedAt).toBeInstanceOf(Date);
});

test('a wrong current password changes nothing and does not end the session', async () => {
  const user = await newSignedIn(people);
  const reply = await change(user, 'never-right');
  expect(reply).toMatchObject({ status: 409, json: { code: 'password_wrong' } });
  expect(await statusOf(user.accessToken)).toBe(200);
});

test('a thief of a session can guess ten passwords an hour, one by one or concurrently', async () => {
  const user = await newSignedIn(people);
  const replies = await Promise.all(
    Array.from({ length: 15 }, (_, turn) => change(user, `wrong-guess-${turn}`)),
  );
  const codes = Map.groupBy(replies, (reply) => reply.json.code);
  expect(codes.get('password_wrong')).toHaveLength(10);
  expect(codes.get('too_many_requests')).toHaveLength(5);
  expect((await change(user, user.person.password)).status).toBe(429);
});

test('S506 a new password has at least eight characters', async () => {
  const user = await newSignedIn(people);
  const reply = await change(user, user.person.password, 'short-7');
  expect(reply).toMatchObject({
    status: 422,
    json: { responseMessage: 'Password must be at least 8 characters' },
  });
});
