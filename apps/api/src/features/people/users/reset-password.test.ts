import { generatePasswordOtp, login, refresh, resetPassword, userDetails } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, signInPerson, signUpPerson } from '../../../testing/people.ts';
import { readUser } from './index.ts';

let people: PeopleApp;
const NEW_PASSWORD = 'a-new-battery-staple';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function sendCode(email: string): Promise<string> {
  expect((await people.call(generatePasswordOtp, { email })).json).toEqual({
    responseCode: 200,
    responseMessage: 'Reset code sent to your email',
    body: {},
  });
  return (await lastMessage(people, email, 'password-reset'))['code'] ?? '';
}

test('A9 S478 the mailed code sets a new password, and ends every session and the old password at once', async () => {
  const user = await newSignedIn(people);
  const other = await signInPerson(people, user.person);
  const { email, password } = user.person;
  expect((await readUser(people.deps.db, user.userId))?.passwordChangedAt).toBeNull();

  const otp = await sendCode(email);
  const reset = await people.call(resetPassword, { email, otp, password: NEW_PASSWORD });
  expect(reset.json.responseMessage).toBe('Password reset successful');

  for (const { accessToken, refreshToken } of [user, other]) {
    expect((await people.call(userDetails, {}, { token: accessToken })).status).toBe(401);
    expect((await people.call(refresh, { refreshToken })).json.code).toBe('session_expired');
  }
  expect((await people.call(login, { email, password })).json.code).toBe('invalid_credentials');
  await signInPerson(people, { ...user.person, password: NEW_PASSWORD });
  expect((await readUser(people.deps.db, user.userId))?.passwordChangedAt).toBeInstanceOf(Date);
});

test('S479 a reset code works once', async () => {
  const { email } = await signUpPerson(people);
  const otp = await sendCode(email);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => people.call(resetPassword, { email, otp, password: NEW_PASSWORD })),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
});

test('refuses a reset code of another account', async () => {
  const mine = await signUpPerson(people);
  const theirs = await signUpPerson(people);
  await sendCode(theirs.email);
  const otp = await sendCode(mine.email);
  const reply = await people.call(resetPassword, { email: theirs.email, otp, password: NEW_PASSWORD });
  // One time in a million both codes are equal.
  expect(reply.json.code).toBe('verification_code_invalid');
});

test('A6 S430 neither requesting nor trying reset codes reveals whether an email address has an account', async () => {
  const known = (await signUpPerson(people)).email;
  const unknown = newPerson().email;
  const answers = async (email: string) => {
    const replies = [];
    for (let turn = 0; turn < 5; turn += 1) replies.push(await people.call(generatePasswordOtp, { email }));
    for (let turn = 0; turn < 21; turn += 1) {
      replies.push(await people.call(resetPassword, { email, otp: '000000', password: NEW_PASSWORD }));
    }
    return replies.map(({ status, json }) => ({ status, code: json.code, message: json.responseMessage }));
  };
  const [ofKnown, ofUnknown] = [await answers(known), await answers(unknown)];
  expect(ofKnown).toEqual(ofUnknown);
  expect(ofKnown.slice(0, 5).every((answer) => answer.status === 200)).toBe(true);
  expect(ofKnown.at(-1)?.code).toBe('reset_link_only');
  const mails = (await people.messagesTo(known)).filter((mail) => mail.template === 'password-reset');
  expect(mails).toHaveLength(3);
  expect(await people.messagesTo(unknown)).toEqual([]);
});

test('a password reset clears the delay of the owner’s sign-in', async () => {
  const { email, ...person } = await signUpPerson(people);
  for (let turn = 0; turn < 11; turn += 1) await people.call(login, { email, password: 'wrong' });
  expect((await people.call(login, { email, password: person.password })).status).toBe(429);
  await people.call(resetPassword, { email, otp: await sendCode(email), password: NEW_PASSWORD });
  await signInPerson(people, { ...person, email, password: NEW_PASSWORD });
});

test('S448 a reset refuses a short password with the sentence of the field', async () => {
  const { email } = await signUpPerson(people);
  const reply = await people.call(resetPassword, { email, otp: await sendCode(email), password: 'short' });
  expect(reply.status).toBe(422);
  expect(reply.json.fields).toEqual([
    { path: 'password', message: 'Password must be at least 8 characters' },
  ]);
});
