import { generatePhoneOtp, generatePhonePasswordOtp, signup } from '@zawadi/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, verifyEmailOf, verifyPhoneOf } from '../../../testing/people.ts';
import { readConditions } from '../../services/alerts/read-conditions.ts';
import { deleteUnverifiedContactMessages } from '../../services/messages/index.ts';

/** Uses the production limits for messages, and no limit for requests. */
let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp(undefined, {
    environment: { RATES: 'production', STRANGER_SMS_PER_DAY: '40' },
  });
});
beforeEach(() => people.owner.query('delete from unverified_contact_messages'));
afterAll(() => people.close());

const signUpFrom = (address: string, email = newPerson().email) =>
  people.call(signup, { ...newPerson(), email }, { address });

/**
 * Requests a code for a phone number by a new account.
 * @returns the status
 */
async function askAsStranger(phoneNumber = newPerson().phoneNumber): Promise<number> {
  const { accessToken } = await newSignedIn(people, { ...newPerson(), phoneNumber });
  return (await people.call(generatePhoneOtp, {}, { token: accessToken })).status;
}

async function conditions() {
  const found = await readConditions(people.deps);
  return found.filter(({ kind }) => kind === 'unverified_contact_messages');
}

test('A52 sign-ups send twenty mails a day to one mailbox, in any spelling of its address; other mailboxes are not affected', async () => {
  const name = newPerson().email.split('@')[0] ?? '';
  const statuses = [];
  let waitSeconds: number | undefined;
  for (let n = 0; n < 21; n += 1) {
    const { status, json } = await signUpFrom(`10.1.0.${n}`, `${name}+${n}@gmail.com`);
    statuses.push(status);
    waitSeconds = json.retryAfterSeconds;
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  expect(waitSeconds).toBeGreaterThan(0);
  expect(waitSeconds).toBeLessThanOrEqual(86_400);
  expect((await signUpFrom('10.1.0.1', `${name.replaceAll('.', '')}@googlemail.com`)).status).toBe(429);
  expect((await signUpFrom('10.1.0.1')).status).toBe(200);
  await people.owner.query('update unverified_contact_messages set day = day - 1');
  expect((await signUpFrom('10.1.0.1', `${name}@gmail.com`)).status).toBe(200);
});

test('A52 sign-ups from one network send at most a thousand mails a day; an IPv6 subscriber counts as one network', async () => {
  expect((await signUpFrom('2001:db8:1:1::1')).status).toBe(200);
  await people.owner.query(`update unverified_contact_messages set count = 999 where counted_by = 'network'`);
  expect((await signUpFrom('2001:db8:1:1::2')).status).toBe(200);
  expect((await signUpFrom('2001:db8:1:1:ffff::3')).status).toBe(429);
  expect((await signUpFrom('2001:db8:1:2::1')).status).toBe(200);
  expect(await conditions()).toMatchObject([{ subject: 'email', details: { fullNetworks: 1 } }]);
});

test('A52 an unproven phone number gets ten codes a day, and more for an account with a proven email address', async () => {
  const { phoneNumber } = newPerson();
  const statuses = [];
  // Each account requests one code: first codes do not count towards the hourly limit.
  for (let n = 0; n < 11; n += 1) statuses.push(await askAsStranger(phoneNumber));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const owner = await newSignedIn(people, { ...newPerson(), phoneNumber });
  expect((await people.call(generatePhoneOtp, {}, { token: owner.accessToken })).status).toBe(429);
  await verifyEmailOf(people, owner);
  expect((await people.call(generatePhoneOtp, {}, { token: owner.accessToken })).status).toBe(200);
});

test('A52 accounts with proven email addresses can send one code each to a phone number, and ten more a day together', async () => {
  const { phoneNumber } = newPerson();
  const sent = async (accounts: number) => {
    for (let n = 0; n < accounts; n += 1) {
      const account = await newSignedIn(people, { ...newPerson(), phoneNumber });
      await verifyEmailOf(people, account);
      for (let turn = 0; turn < 3; turn += 1)
        await people.call(generatePhoneOtp, {}, { token: account.accessToken });
    }
    return (await people.messagesTo(phoneNumber)).filter(({ template }) => template === 'phone-otp').length;
  };
  expect(await sent(6)).toBe(6 + 10);
  expect(await sent(1)).toBe(7 + 10);
});

test('A52 strangers’ SMS have a daily cost limit, which raises an alert; proven phone numbers still get codes', async () => {
  const known = await newSignedIn(people);
  await verifyPhoneOf(people, known);
  const usedUp = (count: number) =>
    people.owner.query(`update unverified_contact_messages set count = $1 where counted_by = 'network'`, [
      count,
    ]);
  expect(await askAsStranger()).toBe(200);
  await usedUp(30);
  expect(await askAsStranger()).toBe(200);
  expect(await conditions()).toEqual([]);
  expect(await askAsStranger()).toBe(200);
  expect(await conditions()).toEqual([
    {
      kind: 'unverified_contact_messages',
      subject: 'sms',
      details: expect.objectContaining({ sent: 32, perDay: 40 }),
    },
  ]);
  await usedUp(39);
  expect(await askAsStranger()).toBe(200);
  expect(await askAsStranger()).toBe(429);
  const { phoneNumber } = known.person;
  const reset = await people.call(generatePhonePasswordOtp, { phone: phoneNumber });
  expect(reset.status).toBe(200);
  const sent = await people.messagesTo(phoneNumber);
  expect(sent.at(-1)?.template).toBe('password-reset');
});

test('counts of messages to unverified contacts are retained for a week', async () => {
  await signUpFrom('10.1.0.1');
  const age = (days: number) =>
    people.owner.query('update unverified_contact_messages set day = day - $1::int', [days]);
  const rows = async () =>
    (await people.owner.query<{ count: number }>('select count(*)::int from unverified_contact_messages'))
      .rows[0]?.count;
  await age(7);
  await deleteUnverifiedContactMessages(people.deps.db);
  expect(await rows()).toBe(2);
  await age(1);
  await deleteUnverifiedContactMessages(people.deps.db);
  expect(await rows()).toBe(0);
});
