import {
  adminLogin,
  generatePasswordOtp,
  merchantLogin,
  resetPassword,
  resetPasswordByLink,
  userDetails,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, signInPerson, signUpPerson, tokenIn } from '../../../testing/people.ts';
import { newAdministrator, newOwner } from '../../../testing/portal-people.ts';

let people: PeopleApp;
const password = 'a-new-battery-staple';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function linkTo(email: string): Promise<string> {
  return (await lastMessage(people, email, 'password-reset'))['link'] ?? '';
}

test('the mailed link sets a new password once and ends every session', async () => {
  const user = await newSignedIn(people);
  const { email } = user.person;
  await people.call(generatePasswordOtp, { email });
  const link = await linkTo(email);
  expect(link).toMatch(/^https:\/\/zawadi\.test\/reset-password#token=[\w-]{43}$/u);
  const token = tokenIn(link);
  const replies = await Promise.all([
    people.call(resetPasswordByLink, { token, password }),
    people.call(resetPasswordByLink, { token, password }),
  ]);
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect((await people.call(userDetails, {}, { token: user.accessToken })).status).toBe(401);
  await signInPerson(people, { ...user.person, password });
  const used = await people.call(resetPasswordByLink, { token, password });
  expect(used.json.code).toBe('verification_link_invalid');
});

test('using the code of a reset mail voids its link, and the reverse', async () => {
  const { email } = await signUpPerson(people);
  await people.call(generatePasswordOtp, { email });
  const { code: otp, link = '' } = await lastMessage(people, email, 'password-reset');
  expect((await people.call(resetPassword, { email, otp, password })).status).toBe(200);
  const late = await people.call(resetPasswordByLink, { token: tokenIn(link), password });
  expect(late.json.code).toBe('verification_link_invalid');
});

test('a reset link is valid for two hours, while the account keeps the email address', async () => {
  const late = await signUpPerson(people);
  const moved = await signUpPerson(people);
  for (const { email } of [late, moved]) await people.call(generatePasswordOtp, { email });
  await people.owner.query('update reset_links set expires_at = now() where target = $1', [late.email]);
  await people.owner.query('update users set email = $2 where email = $1', [
    moved.email,
    `moved.${moved.email}`,
  ]);
  for (const { email } of [late, moved]) {
    const reply = await people.call(resetPasswordByLink, { token: tokenIn(await linkTo(email)), password });
    expect(reply.json.code).toBe('verification_link_invalid');
  }
});

test('strangers’ guesses lock out neither a merchant nor an administrator', async () => {
  const owner = await newOwner(people);
  const administrator = await newAdministrator(people);
  const merchant = { merchantCode: owner.merchantCode, password: 'Duka-la-mama-1' };
  const known = await people.call(merchantLogin, merchant);
  const admin = { email: administrator.email, password: administrator.password };
  const knownAdmin = await people.call(adminLogin, admin);
  // Guesses from the victim's own network, such as by the shop's guests or behind a mobile operator's shared address.
  const address = '192.0.2.99';
  await people.call(merchantLogin, { ...merchant, password: 'a-guess' }, { address });
  await people.call(adminLogin, { ...admin, password: 'a-guess' }, { address });
  await people.owner.query(
    'update limited_attempts set made_at = array_fill(clock_timestamp(), array[20]) where account is not null',
  );
  const deviceToken = String(known.json.body?.['deviceToken']);
  expect((await people.call(merchantLogin, merchant, { address })).status).toBe(429);
  expect((await people.call(merchantLogin, { ...merchant, deviceToken }, { address })).status).toBe(200);
  const adminToken = String(knownAdmin.json.body?.['deviceToken']);
  expect((await people.call(adminLogin, admin, { address })).status).toBe(429);
  expect((await people.call(adminLogin, { ...admin, deviceToken: adminToken }, { address })).status).toBe(
    200,
  );
});
