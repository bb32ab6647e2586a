import {
  generatePasswordOtp,
  login,
  objectToContactChange,
  resetPassword,
  signup,
  updateProfile,
  userDetails,
  verifyEmail,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newSignedIn,
  signInPerson,
  tokenIn,
  verifyEmailOf,
  verifyPhoneOf,
  type SignedIn,
} from '../../../testing/people.ts';
import { readUser } from './index.ts';

let people: PeopleApp;
const NEW_PASSWORD = 'a-new-battery-staple';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function newVerified(language: 'en' | 'sw' = 'en'): Promise<SignedIn> {
  const person = { ...newPerson(), language };
  const user = await newSignedIn(people, person);
  await verifyEmailOf(people, user);
  await verifyPhoneOf(people, user);
  return user;
}

async function ask(user: SignedIn, changes: Record<string, unknown>): Promise<void> {
  const { password: currentPassword } = user.person;
  const reply = await people.call(
    updateProfile,
    { currentPassword, ...changes },
    { token: user.accessToken },
  );
  expect(reply.status).toBe(200);
}

/** Replaces the user's email address by a thief's, which the thief confirms. */
async function moveTo(user: SignedIn, email: string): Promise<void> {
  await ask(user, { email });
  const { link = '' } = await lastMessage(people, email, 'confirm-new-email');
  const moved = await people.call(verifyEmail, { token: tokenIn(link) }, { token: user.accessToken });
  expect(moved.status).toBe(200);
}

async function linkTo(target: string): Promise<string> {
  return tokenIn((await lastMessage(people, target, 'contact-change-asked'))['link'] ?? '');
}

function object(token: string) {
  return people.call(objectToContactChange, { token });
}

async function recordOf(user: SignedIn) {
  return readUser(people.deps.db, user.userId);
}

test('the old address and phone are notified of a requested contact before it takes effect', async () => {
  const user = await newVerified('sw');
  const { email, phoneNumber } = user.person;
  const next = newPerson();
  await ask(user, { email: next.email });
  for (const target of [email, phoneNumber]) {
    const told = await lastMessage(people, target, 'contact-change-asked');
    expect(told).toMatchObject({ contact: 'email' });
    expect(told['link']).toMatch(/^https:\/\/zawadi\.test\/not-me#token=[\w-]{32}$/u);
  }
  await ask(user, { phone: next.phoneNumber });
  expect(await lastMessage(people, email, 'contact-change-asked')).toMatchObject({ contact: 'phone' });
  const spellings = (await people.messagesTo(phoneNumber)).map((sent) => sent as { language?: string });
  expect(spellings.at(-1)?.language).toBe('sw');
  expect(await people.messagesTo(next.phoneNumber)).toEqual([]);
});

test('“this was not me” keeps the old email address, gives no access, and ends every session', async () => {
  const user = await newVerified();
  const { email, password } = user.person;
  const next = newPerson().email;
  await ask(user, { email: next });
  const { link: theirs = '' } = await lastMessage(people, next, 'confirm-new-email');
  const reply = await object(await linkTo(email));
  expect(reply.json).toMatchObject({ responseCode: 200, body: { contact: 'email' } });
  expect(JSON.stringify(reply.json)).not.toMatch(/accessToken|refreshToken/u);
  expect((await people.call(userDetails, {}, { token: user.accessToken })).status).toBe(401);
  expect((await people.call(verifyEmail, { token: tokenIn(theirs), password })).json.code).toBe(
    'verification_link_invalid',
  );
  expect(await recordOf(user)).toMatchObject({ email, emailVerified: true, pendingEmail: null });
});

test('“this was not me” undoes a completed change, and the thief’s email address loses its rights', async () => {
  const user = await newVerified();
  const { email } = user.person;
  const thiefs = newPerson().email;
  await moveTo(user, thiefs);
  expect(await recordOf(user)).toMatchObject({ email: thiefs });
  expect((await object(await linkTo(email))).status).toBe(200);
  expect(await recordOf(user)).toMatchObject({ email, emailVerified: true, emailChangedAt: null });
  await people.call(generatePasswordOtp, { email: thiefs });
  const toThief = (await people.messagesTo(thiefs)).map((sent) => sent.template);
  expect(toThief).not.toContain('password-reset');
});

test('after “this was not me” the password is no proof until its reset', async () => {
  const user = await newVerified();
  const { email, password } = user.person;
  await ask(user, { email: newPerson().email });
  await object(await linkTo(email));
  const thief = await signInPerson(people, user.person);
  const again = await people.call(
    updateProfile,
    { email: newPerson().email, currentPassword: password },
    { token: thief.accessToken },
  );
  expect(again).toMatchObject({ status: 409, json: { code: 'password_reset_needed' } });

  await people.call(generatePasswordOtp, { email });
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  expect((await people.call(resetPassword, { email, otp, password: NEW_PASSWORD })).status).toBe(200);
  const owner = await signInPerson(people, { ...user.person, password: NEW_PASSWORD });
  await ask({ ...owner, person: { ...owner.person, password: NEW_PASSWORD } }, { email: newPerson().email });
});

test('“this was not me” undoes a change of phone, waiting or verified', async () => {
  for (const isVerified of [false, true]) {
    const user = await newVerified();
    const { phoneNumber } = newPerson();
    await ask(user, { phoneNumber });
    if (isVerified) await verifyPhoneOf(people, { ...user, person: { ...user.person, phoneNumber } });
    expect((await object(await linkTo(user.person.phoneNumber))).json.body).toMatchObject({
      contact: 'phone',
    });
    expect(await recordOf(user)).toMatchObject({
      phoneMsisdn: user.person.phoneNumber,
      phoneVerified: true,
      pendingPhoneMsisdn: null,
      phoneChangedAt: null,
    });
  }
});

test('after the first owner’s “this was not me” the links of later addresses restore nothing', async () => {
  const user = await newVerified();
  const { email } = user.person;
  const [second, third] = [newPerson().email, newPerson().email];
  await moveTo(user, second);
  await moveTo(user, third);
  const ofSecond = await linkTo(second);
  expect((await object(await linkTo(email))).status).toBe(200);
  expect((await object(ofSecond)).status).toBe(200);
  expect(await recordOf(user)).toMatchObject({ email });
});

test('the first owner’s “this was not me” still works after a later owner’s', async () => {
  const user = await newVerified();
  const { email } = user.person;
  const [second, third] = [newPerson().email, newPerson().email];
  await moveTo(user, second);
  await moveTo(user, third);
  expect((await object(await linkTo(second))).status).toBe(200);
  expect(await recordOf(user)).toMatchObject({ email: second });
  expect((await object(await linkTo(email))).status).toBe(200);
  expect(await recordOf(user)).toMatchObject({ email });
});

test('a “this was not me” link is valid for 72 hours, and a second use changes nothing', async () => {
  const user = await newVerified();
  await ask(user, { email: newPerson().email });
  const token = await linkTo(user.person.email);
  const { rows } = await people.owner.query<{ hours: number }>(
    `select round(extract(epoch from expires_at - asked_at) / 3600)::int as hours from contact_changes
     where subject_id = $1`,
    [user.userId],
  );
  expect(rows).toEqual([{ hours: 72 }]);
  expect((await object(token)).status).toBe(200);
  const { accessToken } = await signInPerson(people, user.person);
  expect((await object(token)).status).toBe(200);
  expect((await people.call(userDetails, {}, { token: accessToken })).status).toBe(200);

  const late = await newVerified();
  await ask(late, { email: newPerson().email });
  const lateToken = await linkTo(late.person.email);
  await people.owner.query('update contact_changes set expires_at = now() where subject_id = $1', [
    late.userId,
  ]);
  expect((await object(lateToken)).json.code).toBe('verification_link_invalid');
  expect((await object('nobodys-token')).json.code).toBe('verification_link_invalid');
});

test('sign-up does not free an email address that its former account may still restore', async () => {
  const user = await newVerified();
  const { email } = user.person;
  await moveTo(user, newPerson().email);
  const squatter = { ...newPerson(), email };
  expect((await people.call(signup, squatter)).status).toBe(200);
  expect((await people.call(login, { email, password: squatter.password })).status).toBe(401);
  expect((await object(await linkTo(email))).status).toBe(200);
  expect(await recordOf(user)).toMatchObject({ email });
});
