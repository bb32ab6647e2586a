import {
  generatePasswordOtp,
  login,
  resetPassword,
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
  type SignedIn,
} from '../../../testing/people.ts';
import { readUser } from './index.ts';

let people: PeopleApp;
const NEW_PASSWORD = 'a-new-battery-staple';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

/**
 * Makes a user who has changed the email address.
 * @returns the user, the former and the next address
 */
async function newMover(): Promise<{ user: SignedIn; former: string; next: string }> {
  const user = await newSignedIn(people);
  await verifyEmailOf(people, user);
  const { email: former, password: currentPassword } = user.person;
  const next = newPerson().email;
  await people.call(updateProfile, { email: next, currentPassword }, { token: user.accessToken });
  const { link = '' } = await lastMessage(people, next, 'confirm-new-email');
  await people.call(verifyEmail, { token: tokenIn(link) }, { token: user.accessToken });
  return { user, former, next };
}

async function isADayOld(userId: string): Promise<void> {
  await people.owner.query(
    `update users set email_changed_at = email_changed_at - interval '24 hours' where id = $1`,
    [userId],
  );
  await people.owner.query(
    `update contact_changes set asked_at = asked_at - interval '24 hours', done_at = done_at - interval '24 hours'
     where subject_id = $1`,
    [userId],
  );
}

async function templatesTo(email: string): Promise<string[]> {
  return (await people.messagesTo(email)).map((sent) => sent.template);
}

async function resetAt(email: string) {
  await people.call(generatePasswordOtp, { email });
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  return people.call(resetPassword, { email, otp, password: NEW_PASSWORD });
}

test('an email address younger than a day cannot reset the password; the mail says which address can, and when', async () => {
  const { user, next } = await newMover();
  expect((await people.call(generatePasswordOtp, { email: next })).status).toBe(200);
  expect(await templatesTo(next)).not.toContain('password-reset');
  const later = await lastMessage(people, next, 'password-reset-later');
  expect(later['formerEmail']).toMatch(/^w\*\*\*@/u);
  const waitMs = new Date(later['effectiveAt'] ?? '').getTime() - Date.now();
  expect(waitMs / 3_600_000).toBeCloseTo(24, 1);
  await isADayOld(user.userId);
  expect((await resetAt(next)).status).toBe(200);
  await signInPerson(people, { ...user.person, email: next, password: NEW_PASSWORD });
});

test('for a day after a change the former email address can reset the password, which restores the address', async () => {
  const { user, former, next } = await newMover();
  expect((await resetAt(former)).status).toBe(200);
  expect(await readUser(people.deps.db, user.userId)).toMatchObject({ email: former, emailVerified: true });
  expect((await people.call(userDetails, {}, { token: user.accessToken })).status).toBe(401);
  await signInPerson(people, { ...user.person, password: NEW_PASSWORD });
  expect((await people.call(login, { email: next, password: NEW_PASSWORD })).status).toBe(401);
});

test('a day after a change the former email address can no longer reset the password', async () => {
  const { user, former } = await newMover();
  await isADayOld(user.userId);
  await people.call(generatePasswordOtp, { email: former });
  expect(await templatesTo(former)).not.toContain('password-reset');
});

test('the sign-up address can reset the password at once', async () => {
  const user = await newSignedIn(people);
  expect((await resetAt(user.person.email)).status).toBe(200);
});

test('after two changes within a day only the address before both can reset the password', async () => {
  const { user, former, next } = await newMover();
  const third = newPerson().email;
  const { password: currentPassword } = user.person;
  await people.call(updateProfile, { email: third, currentPassword }, { token: user.accessToken });
  const { link = '' } = await lastMessage(people, third, 'confirm-new-email');
  await people.call(verifyEmail, { token: tokenIn(link) }, { token: user.accessToken });
  for (const email of [next, third]) {
    await people.call(generatePasswordOtp, { email });
    expect(await templatesTo(email)).not.toContain('password-reset');
  }
  expect((await resetAt(former)).status).toBe(200);
  expect(await readUser(people.deps.db, user.userId)).toMatchObject({ email: former });
});
