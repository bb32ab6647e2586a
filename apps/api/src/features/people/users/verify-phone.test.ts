import { generatePhoneOtp, userDetails, verifyPhone } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newSignedIn,
  verifyEmailOf,
  verifyPhoneOf,
  type SignedIn,
} from '../../../testing/people.ts';
import { findUsersByVerifiedContact, readUser } from './index.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

function wrong(code: string): string {
  return ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
}

async function sendCode(user: SignedIn): Promise<string> {
  expect((await people.call(generatePhoneOtp, {}, { token: user.accessToken })).status).toBe(200);
  return (await lastMessage(people, user.person.phoneNumber, 'phone-otp'))['code'] ?? '';
}

async function present(user: SignedIn, otp: string) {
  return people.call(verifyPhone, { otp }, { token: user.accessToken });
}

test('the code sent by SMS verifies the phone given at sign-up, which is no change of phone', async () => {
  const user = await newSignedIn(people);
  const code = await sendCode(user);
  expect(code).toMatch(/^[0-9]{6}$/u);
  expect((await present(user, code)).json).toEqual({
    responseCode: 200,
    responseMessage: 'Phone verified',
    body: {},
  });
  const record = await readUser(people.deps.db, user.userId);
  expect(record).toMatchObject({
    phoneMsisdn: user.person.phoneNumber,
    phoneVerified: true,
    pendingPhoneMsisdn: null,
    phoneChangedAt: null,
  });
});

test('an account whose phone is verified gets and accepts no code', async () => {
  const user = await newSignedIn(people);
  await verifyPhoneOf(people, user);
  const again = await people.call(generatePhoneOtp, {}, { token: user.accessToken });
  expect(again).toMatchObject({ status: 409, json: { code: 'phone_already_verified' } });
  expect((await present(user, '123456')).json.code).toBe('phone_already_verified');
});

test('a phone code works once, even when it is sent ten times concurrently', async () => {
  const user = await newSignedIn(people);
  const code = await sendCode(user);
  const replies = await Promise.all(Array.from({ length: 10 }, () => present(user, code)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
});

test('A3 S432 five wrong tries void a phone code, and a new code has five tries again', async () => {
  const user = await newSignedIn(people);
  const first = await sendCode(user);
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await present(user, wrong(first))).json.code).toBe('verification_code_invalid');
  }
  expect((await present(user, first)).json.code).toBe('verification_code_invalid');
  expect((await present(user, await sendCode(user))).status).toBe(200);
});

test('A3 of a hundred parallel guesses at a phone code five count for the code and ten for the hour', async () => {
  const user = await newSignedIn(people);
  const code = await sendCode(user);
  const replies = await Promise.all(Array.from({ length: 100 }, () => present(user, wrong(code))));
  const codes = Map.groupBy(replies, (reply) => reply.json.code);
  expect(codes.get('verification_code_invalid')).toHaveLength(10);
  expect(codes.get('too_many_requests')).toHaveLength(90);
  const { rows } = await people.owner.query('select tries from one_time_codes where subject_id = $1', [
    user.userId,
  ]);
  expect(rows).toEqual([{ tries: 5 }]);
});

test('A3 a new phone code does not reset the hourly limit of tries', async () => {
  const user = await newSignedIn(people);
  const first = await sendCode(user);
  for (let turn = 0; turn < 5; turn += 1) await present(user, wrong(first));
  const second = await sendCode(user);
  for (let turn = 0; turn < 5; turn += 1) await present(user, wrong(second));
  const third = await sendCode(user);
  const refused = await present(user, third);
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
});

test('S433 only the newest phone code works, for ten minutes', async () => {
  const user = await newSignedIn(people);
  const first = await sendCode(user);
  const second = await sendCode(user);
  // One time in a million both codes are equal.
  expect((await present(user, first)).json.code).toBe('verification_code_invalid');
  const { rows } = await people.owner.query<{ seconds: number }>(
    `update one_time_codes set expires_at = expires_at - interval '10 minutes' where subject_id = $1
     returning extract(epoch from now() - expires_at)::float as seconds`,
    [user.userId],
  );
  expect(rows[0]?.seconds).toBeGreaterThanOrEqual(0);
  expect((await present(user, second)).json.code).toBe('verification_code_invalid');
});

test('A4 an account gets three phone codes an hour, one by one or concurrently', async () => {
  const user = await newSignedIn(people);
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => people.call(generatePhoneOtp, {}, { token: user.accessToken })),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3);
  const refused = replies.find((reply) => reply.status !== 200);
  expect(refused?.json.code).toBe('too_many_requests');
  expect(await people.messagesTo(user.person.phoneNumber)).toHaveLength(3);
});

test('S434 verifying a phone number takes it from another account, which is notified and must verify again', async () => {
  const first = await newSignedIn(people);
  await verifyPhoneOf(people, first);
  const second = await newSignedIn(people, { ...newPerson(), phoneNumber: first.person.phoneNumber });
  await verifyPhoneOf(people, second);

  const details = await people.call(userDetails, {}, { token: first.accessToken });
  expect(details.json.body).toMatchObject({ phoneNumber: first.person.phoneNumber, phoneVerified: false });
  expect(await lastMessage(people, first.person.email, 'phone-taken')).toEqual({});
  const holders = await findUsersByVerifiedContact(people.deps.db, { msisdn: first.person.phoneNumber });
  expect(holders.map((holder) => holder.id)).toEqual([second.userId]);

  await verifyPhoneOf(people, first);
  const taken = await readUser(people.deps.db, first.userId);
  expect(taken?.phoneVerified).toBe(true);
  expect(taken?.phoneChangedAt).toBeInstanceOf(Date);
});

test('when two accounts verify one phone number concurrently, exactly one has it', async () => {
  const { phoneNumber } = newPerson();
  const users = [
    await newSignedIn(people, { ...newPerson(), phoneNumber }),
    await newSignedIn(people, { ...newPerson(), phoneNumber }),
  ];
  const codes = [];
  for (const user of users) codes.push({ user, code: await sendCode(user) });
  const replies = await Promise.all(codes.map(({ user, code }) => present(user, code)));
  expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  expect(await findUsersByVerifiedContact(people.deps.db, { msisdn: phoneNumber })).toHaveLength(1);
});

test('a code sent to a phone number that no longer waits verifies nothing', async () => {
  const user = await newSignedIn(people);
  const code = await sendCode(user);
  const other = newPerson().phoneNumber;
  await people.owner.query('update users set pending_phone_msisdn = $2 where id = $1', [user.userId, other]);
  expect((await present(user, code)).json.code).toBe('verification_code_invalid');
});

test('a phone other than the one from sign-up counts as changed when it is verified', async () => {
  const user = await newSignedIn(people);
  const person = { ...user.person, phoneNumber: newPerson().phoneNumber };
  await people.owner.query('update users set pending_phone_msisdn = $2 where id = $1', [
    user.userId,
    person.phoneNumber,
  ]);
  await verifyPhoneOf(people, { ...user, person });
  expect((await readUser(people.deps.db, user.userId))?.phoneChangedAt).toBeInstanceOf(Date);
});

test('finding users by contact returns only those who verified it: none, one or two', async () => {
  const byPhone = await newSignedIn(people);
  const byEmail = await newSignedIn(people);
  const contact = { msisdn: byPhone.person.phoneNumber, email: byEmail.person.email };
  expect(await findUsersByVerifiedContact(people.deps.db, contact)).toEqual([]);
  await verifyPhoneOf(people, byPhone);
  await verifyEmailOf(people, byEmail);
  const found = await findUsersByVerifiedContact(people.deps.db, contact);
  expect(found.map((user) => user.id).toSorted()).toEqual([byPhone.userId, byEmail.userId].toSorted());
});
