import { login, resendEmailVerification, updateProfile, userDetails, verifyEmail } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newSignedIn,
  tokenIn,
  verifyEmailOf,
  verifyPhoneOf,
  type SignedIn,
} from '../../../testing/people.ts';
import { readUser } from './index.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

function save(user: SignedIn, changes: Record<string, unknown>) {
  const currentPassword = user.person.password;
  return people.call(updateProfile, { currentPassword, ...changes }, { token: user.accessToken });
}

async function newEmailTokenOf(address: string): Promise<string> {
  const { link = '' } = await lastMessage(people, address, 'confirm-new-email');
  return tokenIn(link);
}

function useLink(user: SignedIn, token: string) {
  return people.call(verifyEmail, { token }, { token: user.accessToken });
}

test('S475 names, switches and language change at once, and omitted fields stay unchanged', async () => {
  const user = await newSignedIn(people);
  const reply = await save(user, { firstName: ' Njeri ', emailAlerts: false, language: 'sw' });
  expect(reply.json).toMatchObject({
    responseCode: 200,
    responseMessage: 'Profile updated successfully',
    body: { firstName: 'Njeri', lastName: 'Mwangi', emailAlerts: false, notifications: true, language: 'sw' },
  });
  const details = await people.call(userDetails, {}, { token: user.accessToken });
  expect(details.json.body).toEqual(reply.json.body);
});

test('refuses a name that claims to be a service, alone or with the other saved name, at its field with a stable code', async () => {
  const user = await newSignedIn(people);
  expect((await save(user, { firstName: 'Zawadi' })).status).toBe(200);
  const refused = await save(user, { lastName: 'Support' });
  expect(refused).toMatchObject({
    status: 422,
    json: { code: 'validation_failed', fields: [{ path: 'lastName', code: 'name_impostor' }] },
  });
  const link = await save(user, { firstName: 'Unlock evil.test' });
  expect(link.json).toMatchObject({
    code: 'validation_failed',
    customerMessage: 'Please put a space after a full stop: a name cannot be a link',
    fields: [{ path: 'firstName', code: 'name_link' }],
  });
  expect(await readUser(people.deps.db, user.userId)).toMatchObject({
    firstName: 'Zawadi',
    lastName: 'Mwangi',
  });
});

test('S356 saving the profile form with unchanged contacts leaves nothing pending and sends no mail', async () => {
  const user = await newSignedIn(people);
  await verifyPhoneOf(people, user);
  await verifyEmailOf(people, user);
  const before = await people.messagesTo(user.person.email);
  const { firstName, lastName, email, phoneNumber } = user.person;
  const form = { firstName, lastName, email, phone: phoneNumber, notifications: false, emailAlerts: true };
  const reply = await save(user, { ...form, accessToken: user.accessToken });
  expect(reply.json.body).toMatchObject({
    email,
    phoneNumber,
    emailVerified: true,
    phoneVerified: true,
    pendingEmail: null,
    pendingPhone: null,
    notifications: false,
  });
  expect(await people.messagesTo(email)).toEqual(before);
});

test('A13 a profile update ignores fields that only an administrator or the server sets', async () => {
  const user = await newSignedIn(people);
  const other = await newSignedIn(people);
  const reply = await save(user, {
    id: other.userId,
    userId: other.userId,
    role: { name: 'ROLE_ADMIN' },
    status: 'FROZEN',
    emailVerified: true,
    phoneVerified: true,
    nameVerified: true,
    twoFactorEnabled: true,
    firstName: 'Mine',
  });
  expect(reply.json.body).toMatchObject({
    id: user.userId,
    role: { name: 'ROLE_USER' },
    status: 'ACTIVE',
    emailVerified: false,
    phoneVerified: false,
    nameVerified: false,
    twoFactorEnabled: false,
  });
  expect((await readUser(people.deps.db, other.userId))?.firstName).toBe('Wanjiku');
});

test('S476 refuses a profile update whose token in the body differs from the bearer token', async () => {
  const user = await newSignedIn(people);
  const other = await newSignedIn(people);
  const reply = await save(user, { firstName: 'Else', accessToken: other.accessToken });
  expect(reply).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
  expect((await readUser(people.deps.db, user.userId))?.firstName).toBe('Wanjiku');
});

test('S71 a new email address is pending until its link is used; then it signs in, and the former one is notified', async () => {
  const user = await newSignedIn(people);
  const { email, password } = user.person;
  const next = newPerson().email;
  const waiting = await save(user, { email: next.toUpperCase() });
  expect(waiting.json.body).toMatchObject({ email, pendingEmail: next });
  expect((await people.call(login, { email: next, password })).status).toBe(401);
  // Saves the form again, with the email address that it shows.
  expect((await save(user, { email, firstName: 'Njeri' })).json.body).toMatchObject({ pendingEmail: next });

  const token = await newEmailTokenOf(next);
  expect((await useLink(user, token)).status).toBe(200);
  const details = await people.call(userDetails, {}, { token: user.accessToken });
  expect(details.json.body).toMatchObject({ email: next, emailVerified: true, pendingEmail: null });
  expect((await people.call(login, { email: next, password })).status).toBe(200);
  expect((await people.call(login, { email, password })).status).toBe(401);
  const told = await lastMessage(people, email, 'email-changed');
  expect(told).toEqual({ newEmail: `w***@${next.split('@')[1]}` });
  expect((await useLink(user, token)).json.code).toBe('verification_link_invalid');
});

test('changing to another account’s email address gets the same answer, and only its owner is notified', async () => {
  const owner = await newSignedIn(people);
  const user = await newSignedIn(people);
  const reply = await save(user, { email: owner.person.email });
  expect(reply).toMatchObject({ status: 200, json: { body: { pendingEmail: owner.person.email } } });
  const sent = (await people.messagesTo(owner.person.email)).map((message) => message.template);
  expect(sent).toContain('account-exists');
  expect(sent).not.toContain('confirm-new-email');
});

test('if two accounts wait for one email address, the first used link wins and the second is void', async () => {
  const first = await newSignedIn(people);
  const second = await newSignedIn(people);
  const { email } = newPerson();
  await save(first, { email });
  const firstToken = await newEmailTokenOf(email);
  await save(second, { email });
  const secondToken = await newEmailTokenOf(email);
  expect((await useLink(second, secondToken)).status).toBe(200);
  expect((await useLink(first, firstToken)).json.code).toBe('email_has_account');
  expect((await readUser(people.deps.db, first.userId))?.email).toBe(first.person.email);
});

test('the link of a cancelled or replaced change of email address has no effect', async () => {
  const user = await newSignedIn(people);
  const [one, two] = [newPerson().email, newPerson().email];
  await save(user, { email: one });
  await save(user, { email: two });
  expect((await useLink(user, await newEmailTokenOf(one))).json.code).toBe('verification_link_invalid');
  expect((await save(user, { pendingEmail: null })).json.body).toMatchObject({ pendingEmail: null });
  expect((await useLink(user, await newEmailTokenOf(two))).json.code).toBe('verification_link_invalid');
});

test('resends the link to the waiting email address, three times an hour', async () => {
  const user = await newSignedIn(people);
  const { email } = newPerson();
  await save(user, { email });
  const again = await people.call(resendEmailVerification, {}, { token: user.accessToken });
  expect(again.status).toBe(200);
  expect(await people.messagesTo(email)).toHaveLength(2);
  expect((await save(user, { email: newPerson().email })).status).toBe(200);
  const refused = await save(user, { firstName: 'Njeri', email: newPerson().email });
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect((await readUser(people.deps.db, user.userId))?.firstName).toBe('Wanjiku');
});

test('S72 a new phone is pending until it is verified, next to the old one; the owner is notified by mail', async () => {
  const user = await newSignedIn(people);
  await verifyPhoneOf(people, user);
  const { phoneNumber } = newPerson();
  const waiting = await save(user, { phoneNumber: `0${phoneNumber.slice(3)}` });
  expect(waiting.json.body).toMatchObject({
    phoneNumber: user.person.phoneNumber,
    phoneVerified: true,
    pendingPhone: phoneNumber,
  });
  await verifyPhoneOf(people, { ...user, person: { ...user.person, phoneNumber } });
  const details = await people.call(userDetails, {}, { token: user.accessToken });
  expect(details.json.body).toMatchObject({ phoneNumber, phoneVerified: true, pendingPhone: null });
  expect((await readUser(people.deps.db, user.userId))?.phoneChangedAt).toBeInstanceOf(Date);
  const told = await lastMessage(people, user.person.email, 'phone-changed');
  expect(told).toEqual({ phone: `${phoneNumber.slice(0, 4)}****${phoneNumber.slice(-3)}` });
});

test('the sign-up phone can be corrected before it is verified, and a waiting phone can be cancelled', async () => {
  const user = await newSignedIn(people);
  const { phoneNumber } = newPerson();
  expect((await save(user, { phone: phoneNumber })).json.body).toMatchObject({
    phoneNumber,
    phoneVerified: false,
    pendingPhone: null,
  });
  // An account keeps at least one phone number.
  expect((await save(user, { pendingPhone: null })).json.body).toMatchObject({ phoneNumber });
  await verifyPhoneOf(people, { ...user, person: { ...user.person, phoneNumber } });
  await save(user, { phone: newPerson().phoneNumber });
  expect((await save(user, { pendingPhone: null })).json.body).toMatchObject({
    phoneNumber,
    pendingPhone: null,
  });
});

test('messages are in the user’s language', async () => {
  const person = { ...newPerson(), language: 'sw' };
  const user = await newSignedIn(people, person);
  await save(user, { email: newPerson().email });
  const sent = await people.messagesTo(user.person.email);
  expect(sent.map((message) => 'language' in message && message.language)).toEqual(['sw', 'sw']);
});

test('S70 the name is verified once M-PESA reports the same registered name at a withdrawal to the verified phone', async () => {
  const user = await newSignedIn(people);
  await verifyPhoneOf(people, user);
  const isNameVerified = async () =>
    (await people.call(userDetails, {}, { token: user.accessToken })).json.body?.['nameVerified'];
  const pay = (msisdn: string, paidToName: string) =>
    people.owner.query(
      `insert into withdrawals (user_id, id, amount_cents, fee_cents, bill_reference, msisdn, recipient_name,
         recipient_email, status, completed_at, settled_at, paid_to_name, registered_at)
       values ($1, gen_random_uuid(), 100000, 2500, 'X', $2, 'X', 'x@y.test', 'COMPLETED', now(), now(), $3,
         clock_timestamp())`,
      [user.userId, msisdn, paidToName],
    );
  await pay(newPerson().phoneNumber, 'WANJIKU MWANGI');
  expect(await isNameVerified()).toBe(false);
  await pay(user.person.phoneNumber, 'WANJIKU GRACE MWANGI');
  expect(await isNameVerified()).toBe(true);
  await save(user, { lastName: 'Kamau' });
  expect(await isNameVerified()).toBe(false);
});
