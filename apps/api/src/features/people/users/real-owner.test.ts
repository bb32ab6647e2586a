import {
  generatePasswordOtp,
  generatePhonePasswordOtp,
  login,
  resendEmailVerification,
  resetPasswordByPhone,
  signup,
  updateProfile,
  userDetails,
  verifyEmail,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT, INFO, startLoggedPeople, WARN, type LoggedPeople } from '../../../testing/logged-people.ts';
import { newPerson, type PeopleApp } from '../../../testing/people-app.ts';
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
import { readUser } from './index.ts';

let people: PeopleApp;
let eventsOf: LoggedPeople['eventsOf'];
beforeAll(async () => {
  ({ people, eventsOf } = await startLoggedPeople(() => []));
});
afterAll(() => people.close());

async function newHolder(): Promise<SignedIn> {
  const holder = await newUnconfirmedHolder(people);
  await people.owner.query('delete from outbox');
  return holder;
}

const detailsOf = async ({ accessToken: token }: SignedIn) =>
  (await people.call(userDetails, {}, { token })).json.body;

const signsIn = async (email: string, password: string) =>
  (await people.call(login, { email, password })).status;

const sentTo = async (target: string) => (await people.messagesTo(target)).map(({ template }) => template);

test('A59 the owner of an email address that another account never confirmed signs up and gets it by the mailed link', async () => {
  const holder = await newHolder();
  const { email, phoneNumber, password } = holder.person;
  const owner = await signUpPerson(people, withAddressOf(holder));
  expect(await sentTo(email)).toEqual(['verify-email']);
  const newcomer = await signInPerson(people, owner);
  expect(newcomer.userId).not.toBe(holder.userId);
  expect(await detailsOf(newcomer)).toMatchObject({ email, emailVerified: false, pendingEmail: null });
  // Until the link is used, the email address signs in to both accounts, by the password of each.
  expect(await signsIn(email, password)).toBe(200);

  const token = await verificationTokenOf(people, email);
  const events = await eventsOf(async () => {
    expect((await people.call(verifyEmail, { token }, { token: newcomer.accessToken })).status).toBe(200);
  });

  expect(await detailsOf(newcomer)).toMatchObject({ email, emailVerified: true, pendingEmail: null });
  expect(await signsIn(email, owner.password)).toBe(200);
  // The former holder keeps session, phone and password.
  expect(await detailsOf(holder)).toMatchObject({
    email: '',
    phoneNumber,
    phoneVerified: true,
    emailVerified: false,
  });
  expect(await signsIn(phoneNumber, password)).toBe(200);
  expect(await signsIn(email, password)).toBe(401);
  expect(await lastMessage(people, phoneNumber, 'email-taken')).toEqual({
    email: expect.stringMatching(/^w\*\*\*@/u),
  });
  const about = { ...AT, audience: 'consumer', what: 'email' };
  expect(events).toEqual([
    { ...about, account: newcomer.userId, level: INFO, event: 'contact.changed' },
    { ...about, account: holder.userId, level: WARN, event: 'contact.lost' },
  ]);
  const used = await people.call(verifyEmail, { token }, { token: newcomer.accessToken });
  expect(used.json.code).toBe('verification_link_invalid');
});

test('A59 for an address that another account never confirmed, sign-up, sign-in and profile look as for a new one', async () => {
  const holder = await newHolder();
  const pair = [withAddressOf(holder), newPerson()];
  const seen = [];
  for (const person of pair) {
    const signedUp = await people.call(signup, person);
    const user = await signInPerson(people, person);
    const again = await people.call(resendEmailVerification, {}, { token: user.accessToken });
    const { email, phoneNumber, id, ...details } = (await detailsOf(user)) ?? {};
    expect([email, phoneNumber, id]).toEqual([person.email, person.phoneNumber, user.userId]);
    const mails = await sentTo(person.email);
    seen.push([signedUp.status, signedUp.json, again.status, again.json, details, mails]);
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.at(-1)).toEqual(['verify-email', 'verify-email']);
});

test('A4 repeated sign-ups with another account’s unconfirmed address mail three links an hour', async () => {
  const holder = await newHolder();
  const { email } = holder.person;
  const persons = Array.from({ length: 4 }, () => withAddressOf(holder));
  for (const person of persons) await signUpPerson(people, person);
  expect(await sentTo(email)).toHaveLength(3);
  // Signing in by the address opens the newest sign-up.
  const newest = await signInPerson(people, persons[3] ?? withAddressOf(holder));
  await people.call(resendEmailVerification, {}, { token: newest.accessToken });
  await verifyEmailOf(people, newest);
  expect(await detailsOf(newest)).toMatchObject({ email, emailVerified: true });
});

test('the verification link accepts the password of the new account, not of the former holder', async () => {
  const holder = await newHolder();
  const owner = await signUpPerson(people, withAddressOf(holder));
  const token = await verificationTokenOf(people, owner.email);
  const inOtherSession = await people.call(verifyEmail, { token }, { token: holder.accessToken });
  expect(inOtherSession.json.code).toBe('password_required');
  const { password } = holder.person;
  expect((await people.call(verifyEmail, { token, password })).json.code).toBe('password_wrong');
  expect((await people.call(verifyEmail, { token, password: owner.password })).status).toBe(200);
  expect(await signsIn(owner.email, owner.password)).toBe(200);
});

test('signing in to the newcomer’s account does not clear guesses at the former holder’s password', async () => {
  const holder = await newHolder();
  const owner = await signUpPerson(people, withAddressOf(holder));
  const { email } = owner;
  let guesses = 0;
  for (; guesses < 20; guesses += 1) {
    if ((await signsIn(email, `guess-${guesses}`)) === 429) break;
    if ((await signsIn(email, owner.password)) === 429) break;
  }
  expect(guesses).toBeLessThanOrEqual(10);
});

test('if holder and newcomer have the same password, the email address signs in to the newcomer, without money', async () => {
  const holder = await newHolder();
  const { email, password, phoneNumber } = holder.person;
  const owner = await signUpPerson(people, { ...withAddressOf(holder), password });
  expect((await signInPerson(people, owner)).userId).not.toBe(holder.userId);
  const byNumber = await signInPerson(people, { ...holder.person, email: phoneNumber });
  expect(byNumber.userId).toBe(holder.userId);
  await verifyEmailOf(people, await signInPerson(people, owner));
  expect(await detailsOf(holder)).toMatchObject({ email: '' });
  expect(await signsIn(email, password)).toBe(200);
});

test('a sign-up with both contacts of an account mails its holder a reminder to sign in', async () => {
  const holder = await newHolder();
  const { email, phoneNumber, password } = holder.person;
  const again = await signUpPerson(people, { ...withAddressOf(holder), phoneNumber });
  expect(await sentTo(email)).toEqual(['account-exists']);
  expect(await signsIn(email, password)).toBe(200);
  // Signs in as with any other phone number, or a stranger could find out the holder's.
  expect(await signsIn(email, again.password)).toBe(200);
});

test('an account without any proven contact keeps its email address, and the mail says to sign in', async () => {
  const stranger = await newSignedIn(people);
  const { email } = stranger.person;
  const owner = await signUpPerson(people, { ...newPerson(), email });
  expect((await sentTo(email)).at(-1)).toBe('account-exists');
  expect(await signsIn(email, owner.password)).toBe(401);
});

test('an email address that its holder proves first stays with the holder', async () => {
  const holder = await newHolder();
  const { email } = holder.person;
  await people.call(resendEmailVerification, {}, { token: holder.accessToken });
  const own = await verificationTokenOf(people, email);
  const newcomer = await newSignedIn(people, withAddressOf(holder));
  const token = await verificationTokenOf(people, email);
  expect((await people.call(verifyEmail, { token: own }, { token: holder.accessToken })).status).toBe(200);
  const late = await people.call(verifyEmail, { token }, { token: newcomer.accessToken });
  expect(late).toMatchObject({ status: 409, json: { code: 'email_has_account' } });
  expect(await detailsOf(holder)).toMatchObject({ email, emailVerified: true });
  expect(await sentTo(holder.person.phoneNumber)).toEqual([]);
  // The newcomer can no longer sign in by the address.
  expect(await signsIn(email, newcomer.person.password)).toBe(401);
});

test('an account that changes to an address which another account never confirmed gets it by the mailed link', async () => {
  const holder = await newHolder();
  const { email, phoneNumber } = holder.person;
  const user = await newSignedIn(people);
  await verifyEmailOf(people, user);
  const own = { token: user.accessToken };
  const { password: currentPassword } = user.person;
  await people.call(updateProfile, { email, currentPassword }, own);
  const { link = '' } = await lastMessage(people, email, 'confirm-new-email');
  expect((await people.call(verifyEmail, { token: tokenIn(link) }, own)).status).toBe(200);
  expect(await detailsOf(user)).toMatchObject({ email, emailVerified: true });
  expect(await detailsOf(holder)).toMatchObject({ email: '' });
  expect(await sentTo(phoneNumber)).toEqual(['email-taken']);
});

test('after an address has moved, notices about the former holder do not go there', async () => {
  const holder = await newHolder();
  const { email, phoneNumber: phone } = holder.person;
  const newcomer = await newSignedIn(people, withAddressOf(holder));
  await verifyEmailOf(people, newcomer);
  await people.owner.query('delete from outbox');
  await people.call(generatePhonePasswordOtp, { phone });
  const { code: otp } = await lastMessage(people, phone, 'password-reset');
  const next = { phone, otp, password: 'a-new-battery-staple' };
  expect((await people.call(resetPasswordByPhone, next)).status).toBe(200);
  const again = await signInPerson(people, { ...holder.person, email: phone, password: next.password });
  const wanted = { email: newPerson().email, currentPassword: next.password };
  expect((await people.call(updateProfile, wanted, { token: again.accessToken })).status).toBe(200);
  expect(await sentTo(email)).toEqual([]);
  expect(await detailsOf(again)).toMatchObject({ email: wanted.email, emailVerified: false });
  // The former holder adds another email address.
  await verifyEmailOf(people, { ...again, person: { ...again.person, email: wanted.email } });
  expect(await readUser(people.deps.db, holder.userId)).toMatchObject({
    email: wanted.email,
    emailVerified: true,
  });
  // A reset requested for the moved address is for the new holder's account.
  await people.call(generatePasswordOtp, { email });
  expect(await sentTo(email)).toEqual(['password-reset']);
});
