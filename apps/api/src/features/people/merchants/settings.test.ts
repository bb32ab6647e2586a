import {
  changeContactEmail,
  generateContactEmailOtp,
  merchantDetails,
  readMerchantSettings,
  updateBranding,
  updateMerchantProfile,
  updatePayoutChannel,
  updateSettlementSchedule,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage } from '../../../testing/people.ts';
import {
  activitiesOf,
  newOwner,
  newMember,
  OWNERS_PASSWORD,
  type Owner,
} from '../../../testing/portal-people.ts';
import { readPayoutChannel, readSettlementSchedule } from './index.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

const TILL = { kind: 'till', tillNumber: '832909' };
const PHONE = { kind: 'mpesa', msisdn: '0712 345 678' };
const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '0123456789012' };

function setChannel({ token }: Pick<Owner, 'token'>, channel: object, password = OWNERS_PASSWORD) {
  return people.call(updatePayoutChannel, { password, channel }, { token });
}

async function settingsOf({ token }: Pick<Owner, 'token'>): Promise<Record<string, unknown>> {
  return (await people.call(readMerchantSettings, undefined, { token })).json.body ?? {};
}

/** Makes the waiting pay-out channel effective, as if 25 hours had passed. */
async function makeChannelEffective({ merchantId }: Owner): Promise<void> {
  await people.owner.query(
    `update merchant_payout_channels set set_at = set_at - interval '25 hours',
       effective_at = effective_at - interval '25 hours'
     where merchant_id = $1`,
    [merchantId],
  );
}

test('a new merchant has a profile, daily settlements, no opening hours and no pay-out channel', async () => {
  const owner = await newOwner(people);
  expect(await settingsOf(owner)).toEqual({
    profile: {
      businessName: 'Mama Njeri Café',
      contactName: 'Njeri Kamau',
      contactEmail: owner.contactEmail,
      contactPhoneNumber: owner.contactPhoneNumber,
    },
    brandingConfig: { primaryColor: '#007BFF' },
    settlementSchedule: { frequency: 'daily', hour: 9 },
    payoutChannel: null,
    nextPayoutChannel: null,
    areSettlementsHeld: false,
  });
  expect(await readPayoutChannel(people.deps.db, owner.merchantId)).toBeUndefined();
});

test('S133 the first pay-out channel is effective at once, and the owner is notified with the number masked', async () => {
  const owner = await newOwner(people);
  const reply = await setChannel(owner, PHONE);
  expect(reply.json.body).toMatchObject({
    payoutChannel: { channel: { kind: 'mpesa', msisdn: '254712345678' }, shownAs: 'M-Pesa' },
    nextPayoutChannel: null,
  });
  expect(await readPayoutChannel(people.deps.db, owner.merchantId)).toMatchObject({
    version: 1,
    kind: 'mpesa',
    msisdn: '254712345678',
  });
  const mail = await lastMessage(people, owner.contactEmail, 'payout-channel-set');
  expect(mail).toEqual({ channel: 'M-PESA 2547****678' });
});

test('S132 a new pay-out channel waits for a day, during which money goes to the former channel', async () => {
  const owner = await newOwner(people);
  await setChannel(owner, TILL);
  const reply = await setChannel(owner, BANK);
  expect(reply.json.body).toMatchObject({
    payoutChannel: { channel: TILL },
    nextPayoutChannel: { channel: BANK, shownAs: 'Bank Transfer' },
  });
  const next = reply.json.body?.['nextPayoutChannel'] as { effectiveAt: string };
  const holdHours = (Date.parse(next.effectiveAt) - Date.now()) / 3_600_000;
  expect(holdHours).toBeCloseTo(24, 0);
  expect(await readPayoutChannel(people.deps.db, owner.merchantId)).toMatchObject({ kind: 'till' });
  await lastMessage(people, owner.contactEmail, 'payout-channel-changed');

  await makeChannelEffective(owner);
  expect(await readPayoutChannel(people.deps.db, owner.merchantId)).toMatchObject({
    kind: 'bank',
    payBillNumber: '247247',
    accountNumber: '0123456789012',
    shownAs: 'Bank Transfer',
  });
});

test('a pay-out channel that is replaced within its day of waiting never becomes effective', async () => {
  const owner = await newOwner(people);
  await setChannel(owner, TILL);
  await makeChannelEffective(owner);
  await setChannel(owner, PHONE);
  await people.owner.query(
    `update merchant_payout_channels set set_at = set_at - interval '20 hours',
       effective_at = effective_at - interval '20 hours'
     where merchant_id = $1 and version = 2`,
    [owner.merchantId],
  );
  await setChannel(owner, TILL);
  await people.owner.query(
    `update merchant_payout_channels set set_at = set_at - interval '5 hours',
       effective_at = effective_at - interval '5 hours'
     where merchant_id = $1 and version > 1`,
    [owner.merchantId],
  );
  expect(await readPayoutChannel(people.deps.db, owner.merchantId)).toMatchObject({
    kind: 'till',
    version: 1,
  });
  await makeChannelEffective(owner);
  expect(await readPayoutChannel(people.deps.db, owner.merchantId)).toMatchObject({
    kind: 'till',
    version: 3,
  });
});

test('only the owner sets the pay-out channel, and only with the password', async () => {
  const owner = await newOwner(people);
  const manager = await newMember(people, owner, 'manager');
  expect((await setChannel(manager, TILL, manager.password)).status).toBe(403);
  expect((await setChannel(owner, TILL, 'wrong')).json.code).toBe('password_wrong');
  expect(await settingsOf(owner)).toMatchObject({ payoutChannel: null });
});

test('refuses a pay-out channel that M-PESA cannot pay', async () => {
  const owner = await newOwner(people);
  for (const channel of [
    { kind: 'mpesa', msisdn: '0212345678' },
    { kind: 'till', tillNumber: '12' },
    { kind: 'till', tillNumber: '83290912' },
    { kind: 'paybill', payBillNumber: '247247' },
    { kind: 'paybill', payBillNumber: '247247', accountNumber: 'a b' },
    { kind: 'bank', bankName: 'Bank of Nowhere', accountNumber: '1' },
    { kind: 'cash' },
    {},
  ]) {
    expect((await setChannel(owner, channel)).json.code).toBe('validation_failed');
  }
});

test('concurrent changes of the pay-out channel get consecutive versions', async () => {
  const owner = await newOwner(people);
  const replies = await Promise.all([TILL, PHONE, BANK, TILL].map((channel) => setChannel(owner, channel)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { rows } = await people.owner.query<{ version: number }>(
    'select version from merchant_payout_channels where merchant_id = $1 order by version',
    [owner.merchantId],
  );
  expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
});

test('a manager saves schedule, colour and contact, and the timeline names the manager', async () => {
  const owner = await newOwner(people);
  const { token, staffId } = await newMember(people, owner, 'manager');
  const settlementSchedule = { frequency: 'weekly', weekday: 5, hour: 17 };
  const contact = { contactName: 'Wanjiru', contactPhoneNumber: '0722000111' };
  const calls = [
    await people.call(updateSettlementSchedule, { settlementSchedule }, { token }),
    await people.call(updateBranding, { primaryColor: '#0A5A50' }, { token }),
    await people.call(updateMerchantProfile, contact, { token }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(calls[2]?.json.body).toMatchObject({
    settlementSchedule,
    brandingConfig: { primaryColor: '#0A5A50' },
    profile: { contactName: 'Wanjiru', contactPhoneNumber: '254722000111', contactEmail: owner.contactEmail },
  });
  expect(await readSettlementSchedule(people.deps.db, owner.merchantId)).toEqual(settlementSchedule);
  const done = (await activitiesOf(people, owner.merchantId)).filter(({ actorId }) => actorId === staffId);
  expect(done.map(({ kind }) => kind)).toEqual([
    'password-changed',
    'settlement-schedule-changed',
    'colour-changed',
    'profile-changed',
  ]);
  expect(JSON.stringify(done)).not.toContain('254722000111');
});

test('a code proves a new contact address before it applies, and the former address is notified', async () => {
  const owner = await newOwner(people);
  const { token, contactEmail: former, merchantCode } = owner;
  const contactEmail = newPerson().email;
  const ask = (password: string) =>
    people.call(generateContactEmailOtp, { contactEmail, password }, { token });
  expect((await ask('wrong')).json.code).toBe('password_wrong');
  expect((await ask(OWNERS_PASSWORD)).status).toBe(200);
  const { code: otp } = await lastMessage(people, contactEmail, 'contact-email-code');
  const detailsOf = async () =>
    (await people.call(merchantDetails, { merchantCode }, { token })).json.body?.['contactEmail'];
  expect(await detailsOf()).toBe(former);
  const change = () => people.call(changeContactEmail, { otp }, { token });
  expect((await change()).json.body).toMatchObject({ profile: { contactEmail } });
  expect((await change()).json.code).toBe('verification_code_invalid');
  expect(await detailsOf()).toBe(contactEmail);
  const { newEmail } = await lastMessage(people, former, 'contact-email-changed');
  expect(newEmail).not.toBe(contactEmail);
  await lastMessage(people, contactEmail, 'contact-email-changed');
});

test('a manager cannot change the contact address, which can reset the owner’s password', async () => {
  const owner = await newOwner(people);
  const { token, password } = await newMember(people, owner, 'manager');
  const contactEmail = newPerson().email;
  const asked = await people.call(generateContactEmailOtp, { contactEmail, password }, { token });
  expect(asked.status).toBe(403);
  expect((await people.call(changeContactEmail, { otp: '123456' }, { token })).status).toBe(403);
});
