import { claimVoucher, generatePhoneOtp, updateProfile } from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { paths } from '@zawadi/mpesa/wire/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function newSaverWho(choice: { emailAlerts?: boolean; language?: 'sw' }): Promise<SignedIn> {
  const person = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: person });
  await system.call(claimVoucher, { body: { claimToken } }, { bearer: person.bearer });
  await system.call(updateProfile, { body: choice }, { bearer: person.bearer });
  return person;
}

/** Reads the outbox topics of messages about a withdrawal. */
async function messagesAbout(withdrawalId: string, template = 'withdrawal-completed'): Promise<string[]> {
  const { rows } = await system.owner.query<{ topic: string }>(
    `select topic from outbox where dedupe_key = $2 || ':' || $1 order by topic`,
    [withdrawalId, template],
  );
  return rows.map((row) => row.topic);
}

test('S74 alerts go by SMS always, and by email while email alerts are on', async () => {
  for (const emailAlerts of [true, false]) {
    const person = await newSaverWho({ emailAlerts });
    await system.sandbox.behave({ endWith: { path: paths.b2c, resultCode: '2040', times: 1 } });
    const withdrawal = await registerAndStartWithdrawal(system, person, 100);
    await untilWithdrawal(system, person, withdrawal, 'CANCELED');
    const topics = await messagesAbout(withdrawal.requestId, 'withdrawal-failed');
    expect(topics).toEqual(emailAlerts ? ['email', 'sms'] : ['sms']);
  }
});

test('a withdrawal is notified by email and SMS, even with alerts switched off', async () => {
  const person = await newSaverWho({ emailAlerts: false });
  const withdrawal = await registerAndStartWithdrawal(system, person, 100);
  await untilWithdrawal(system, person, withdrawal, 'COMPLETED');
  expect(await messagesAbout(withdrawal.requestId)).toEqual(['email', 'sms']);
});

test('the SMS about a gift spent at a till is in the language of the recipient’s account', async () => {
  const person = await newConsumer(system);
  await system.call(updateProfile, { body: { language: 'sw' } }, { bearer: person.bearer });
  const gift = await makeGift(system, { amount: 1_000, recipient: person });
  await redeem(system, await newTill(system), gift.code, { amount: 100 });
  expect(await system.sandbox.sms(person.phoneNumber, /Umetumia KES 100 za zawadi yako/u)).toBeTruthy();
});

test('S177 messages about money and codes are in the user’s language', async () => {
  const person = await newSaverWho({ language: 'sw' });
  const withdrawal = await registerAndStartWithdrawal(system, person, 100);
  await untilWithdrawal(system, person, withdrawal, 'COMPLETED');
  expect(await system.sandbox.sms(person.phoneNumber, /zimeingia M-PESA yako/u)).toBeTruthy();

  const change = { phone: '254112000777', currentPassword: DEMO_PASSWORD };
  await system.call(updateProfile, { body: change }, { bearer: person.bearer });
  await system.call(generatePhoneOtp, { body: {} }, { bearer: person.bearer });
  expect(await system.sandbox.sms('254112000777', /ni msimbo wako wa Zawadi/u)).toBeTruthy();
});
