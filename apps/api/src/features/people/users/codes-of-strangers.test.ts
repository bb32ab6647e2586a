import { generatePhoneOtp, verifyPhone } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, verifyEmailOf, type SignedIn } from '../../../testing/people.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

const ask = ({ accessToken }: SignedIn) => people.call(generatePhoneOtp, {}, { token: accessToken });

async function countCodes(phoneNumber: string): Promise<number> {
  return (await people.messagesTo(phoneNumber)).filter(({ template }) => template === 'phone-otp').length;
}

const newAccountWith = (phoneNumber: string) => newSignedIn(people, { ...newPerson(), phoneNumber });

/** Makes unproven accounts, each of which requests as many codes to the phone number as the limits allow. */
async function requestCodesAsStrangers(phoneNumber: string, accounts: number): Promise<void> {
  for (let n = 0; n < accounts; n += 1) {
    const stranger = await newAccountWith(phoneNumber);
    for (let turn = 0; turn < 4; turn += 1) await ask(stranger);
  }
}

test('A4 four unproven accounts can have seven codes sent to one phone number, whose owner can still prove it', async () => {
  const { phoneNumber } = newPerson();
  await requestCodesAsStrangers(phoneNumber, 4);
  expect(await countCodes(phoneNumber)).toBe(4 + 3);
  const owner = await newAccountWith(phoneNumber);
  expect((await ask(owner)).status).toBe(200);
  const { code } = await lastMessage(people, phoneNumber, 'phone-otp');
  expect((await people.call(verifyPhone, { otp: code }, { token: owner.accessToken })).status).toBe(200);
});

test('A4 an account with a proven email address gets three SMS codes an hour, whatever strangers have requested', async () => {
  const { phoneNumber } = newPerson();
  await requestCodesAsStrangers(phoneNumber, 4);
  const owner = await newAccountWith(phoneNumber);
  const statusesOf = async (times: number) => {
    const statuses = [];
    for (let turn = 0; turn < times; turn += 1) statuses.push((await ask(owner)).status);
    return statuses;
  };
  expect(await statusesOf(2)).toEqual([200, 429]);
  await verifyEmailOf(people, owner);
  expect(await statusesOf(3)).toEqual([200, 200, 429]);
});

test('A4 accounts whose proven email addresses share a mailbox share six SMS codes an hour', async () => {
  const [name, domain] = newPerson().email.split('@');
  const statuses = [];
  for (let n = 0; n < 3; n += 1) {
    const account = await newSignedIn(people, { ...newPerson(), email: `${name}+${n}@${domain}` });
    await verifyEmailOf(people, account);
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await ask(account)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 6 }, () => 200), 429, 429, 429]);
});

test('A4 an unproven account gets its first SMS code, then shares each phone number’s limit with other strangers', async () => {
  const stranger = await newAccountWith(newPerson().phoneNumber);
  for (let turn = 0; turn < 3; turn += 1) expect((await ask(stranger)).status).toBe(200);
  expect((await ask(stranger)).status).toBe(429);
});
