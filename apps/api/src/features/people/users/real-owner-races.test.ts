import {
  objectToContactChange,
  resendEmailVerification,
  signup,
  updateProfile,
  userDetails,
  verifyEmail,
} from '@zawadi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import { holding, untilWaiting } from '../../../testing/lock-waits.ts';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import {
  lastMessage,
  newUnconfirmedHolder,
  newSignedIn,
  tokenIn,
  verificationTokenOf,
  withAddressOf,
  type SignedIn,
} from '../../../testing/people.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

type WithLink = SignedIn & { link: string };

/**
 * Makes an account with a proven phone and an unconfirmed email address.
 * @returns the account, and the link that confirms the address
 */
async function newHolder(): Promise<WithLink> {
  const holder = await newUnconfirmedHolder(people);
  return { ...holder, link: await verificationTokenOf(people, holder.person.email) };
}

async function newNewcomer(holder: SignedIn): Promise<WithLink> {
  const newcomer = await newSignedIn(people, withAddressOf(holder));
  return { ...newcomer, link: await verificationTokenOf(people, holder.person.email) };
}

const press = ({ link: token, accessToken }: WithLink) =>
  people.call(verifyEmail, { token }, { token: accessToken });

const isProvenBy = async ({ accessToken: token, person }: SignedIn) => {
  const { json } = await people.call(userDetails, {}, { token });
  return json.body?.['emailVerified'] === true && json.body['email'] === person.email;
};

const outcomes = (replies: Awaited<ReturnType<typeof press>>[]) =>
  replies.map(({ status, json }) => json.code ?? `${status}`).toSorted();

/** Uses links concurrently: locks the holder's row until all of them wait for it. */
async function pressAtOnce(holder: SignedIn, ...pressed: WithLink[]) {
  const letGo = await holding(people.owner, 'select from users where id = $1 for update', [holder.userId]);
  const replies = Promise.all(pressed.map(press));
  await untilWaiting(people.deps.db, pressed.length);
  await letGo();
  return replies;
}

const accountsWith = async (email: string) =>
  (await people.owner.query('select from users where email = $1', [email])).rowCount;

test('A59 when two newcomers confirm one email address concurrently, exactly one gets it', async () => {
  const holder = await newHolder();
  const newcomers = [await newNewcomer(holder), await newNewcomer(holder)];
  const replies = await pressAtOnce(holder, ...newcomers);
  expect(outcomes(replies)).toEqual(['200', 'email_has_account']);
  const proven = await Promise.all(newcomers.map(isProvenBy));
  expect(proven.filter(Boolean)).toHaveLength(1);
  expect(await accountsWith(holder.person.email)).toBe(1);
  const told = await people.messagesTo(holder.person.phoneNumber);
  expect(told.filter(({ template }) => template === 'email-taken')).toHaveLength(1);
});

test('A59 when holder and newcomer confirm one email address concurrently, exactly one gets it', async () => {
  const holder = await newHolder();
  const newcomer = await newNewcomer(holder);
  const replies = await pressAtOnce(holder, holder, newcomer);
  expect(outcomes(replies)).toEqual(['200', 'email_has_account']);
  const proven = await Promise.all([holder, newcomer].map(isProvenBy));
  expect(proven.filter(Boolean)).toHaveLength(1);
  expect(await accountsWith(holder.person.email)).toBe(1);
});

test('A59 a verification link used twice concurrently works once', async () => {
  const holder = await newHolder();
  const newcomer = await newNewcomer(holder);
  const replies = await pressAtOnce(holder, newcomer, newcomer);
  expect(outcomes(replies)).toEqual(['200', 'verification_link_invalid']);
  expect(await isProvenBy(newcomer)).toBe(true);
});

test('two accounts that confirm each other’s unproven email address exchange them', async () => {
  const [one, two] = [await newHolder(), await newHolder()];
  const ask = async (user: WithLink, { person: { email } }: SignedIn): Promise<WithLink> => {
    const { password: currentPassword } = user.person;
    await people.call(updateProfile, { email, currentPassword }, { token: user.accessToken });
    const { link = '' } = await lastMessage(people, email, 'confirm-new-email');
    return { ...user, link: tokenIn(link), person: { ...user.person, email } };
  };
  const pair = [await ask(one, two), await ask(two, one)];
  expect(outcomes(await pressAtOnce(one, ...pair))).toEqual(['200', '200']);
  expect(await Promise.all(pair.map(isProvenBy))).toEqual([true, true]);
});

test('an old verification link answers that another account has the email address, after it has moved', async () => {
  const holder = await newHolder();
  const newcomer = await newNewcomer(holder);
  expect((await press(newcomer)).status).toBe(200);
  expect((await press(holder)).json).toMatchObject({
    code: 'email_has_account',
    customerMessage: expect.stringContaining('Another account has this address'),
  });
});

test('a proven former email address that its holder can still restore moves to no other account', async () => {
  const holder = await newHolder();
  const newcomer = await newNewcomer(holder);
  expect((await press(holder)).status).toBe(200);
  const { email: former, password: currentPassword } = holder.person;
  const { email } = newPerson();
  const own = { token: holder.accessToken };
  await people.call(updateProfile, { email, currentPassword }, own);
  const { link = '' } = await lastMessage(people, email, 'confirm-new-email');
  expect((await people.call(verifyEmail, { token: tokenIn(link) }, own)).status).toBe(200);

  expect((await press(newcomer)).json.code).toBe('email_has_account');
  await people.owner.query('delete from outbox');
  await people.call(signup, { ...newPerson(), email: former });
  expect((await people.messagesTo(former)).map(({ template }) => template)).toEqual(['account-exists']);
  await people.call(resendEmailVerification, {}, { token: newcomer.accessToken });
  expect((await people.messagesTo(former)).map(({ template }) => template)).not.toContain('verify-email');
});

test('"this was not me" restores no email address that has moved to its true owner', async () => {
  const holder = await newHolder();
  const newcomer = await newNewcomer(holder);
  const { phoneNumber, password: currentPassword } = holder.person;
  const asked = { email: newPerson().email, currentPassword };
  await people.call(updateProfile, asked, { token: holder.accessToken });
  const { link = '' } = await lastMessage(people, phoneNumber, 'contact-change-asked');
  expect((await press(newcomer)).status).toBe(200);
  expect((await people.call(objectToContactChange, { token: tokenIn(link) })).status).toBe(200);
  expect(await isProvenBy(newcomer)).toBe(true);
  const { rows } = await people.owner.query('select email, pending_email from users where id = $1', [
    holder.userId,
  ]);
  expect(rows).toEqual([{ email: expect.stringMatching(/\.invalid$/u), pending_email: null }]);
});

test('the database frees an email address only while it is unproven, next to a proven phone, for a valid link', async () => {
  const free = async (link: string) => {
    const { rows } = await sql<{ loser: string | null }>`
      select loser from free_unproven_email(${tokenHash(link)})`.execute(people.deps.db);
    return rows[0]?.loser ?? null;
  };
  const holder = await newHolder();
  const newcomer = await newNewcomer(holder);
  expect(await free('no-link')).toBeNull();
  await people.owner.query('update users set pending_email = $2 where id = $1', [
    newcomer.userId,
    newPerson().email,
  ]);
  expect(await free(newcomer.link)).toBeNull();
  await people.owner.query('update users set pending_email = $2 where id = $1', [
    newcomer.userId,
    holder.person.email,
  ]);
  expect((await press(holder)).status).toBe(200);
  expect(await free(newcomer.link)).toBeNull();
  await people.owner.query(
    'update users set email_verified_at = null, phone_msisdn = null, phone_verified_at = null where id = $1',
    [holder.userId],
  );
  expect(await free(newcomer.link)).toBeNull();
  expect(await accountsWith(holder.person.email)).toBe(1);
});
