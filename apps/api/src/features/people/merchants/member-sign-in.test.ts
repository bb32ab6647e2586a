import {
  changePassword,
  generateMerchantPasswordOtp,
  merchantDetails,
  merchantLogin,
  merchantMe,
  refresh,
  resetMerchantPassword,
  updateMerchant,
  updateMerchantSecret,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokensOf } from '../../../testing/people.ts';
import {
  activitiesOf,
  newAdministrator,
  newOwner,
  newMember,
  OWNERS_PASSWORD,
  signInMember,
} from '../../../testing/portal-people.ts';
import { createMerchant } from './index.ts';
import { findMachineCredentials } from './machine-authenticator.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

const NEW_PASSWORD = 'A-new-battery-1';

async function statusOf(token: string): Promise<number> {
  return (await people.call(merchantMe, undefined, { token })).status;
}

async function resetCodeOf(merchantCode: string, email: string): Promise<string> {
  await people.call(generateMerchantPasswordOtp, { merchantCode, email });
  return (await lastMessage(people, email, 'password-reset'))['code'] ?? '';
}

test('staff with a temporary password may only set a new one, which ends every other session', async () => {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const request = { businessName: 'Kiosk', contactName: 'Otieno', contactEmail, contactPhoneNumber };
  const { merchantCode, merchantId, apiKey } = await createMerchant(people.deps, request);
  const { password: temporary = '' } = await lastMessage(people, contactEmail, 'merchant-welcome');
  const token = await signInMember(people, merchantCode, temporary);
  const elsewhere = await signInMember(people, merchantCode, temporary);
  const me = await people.call(merchantMe, undefined, { token });
  expect(me.json.body).toMatchObject({
    signInCode: merchantCode,
    name: 'Otieno',
    email: contactEmail,
    staffRole: 'owner',
    mustChangePassword: true,
    twoFactorEnabled: false,
  });
  const tooEarly = await people.call(updateMerchantSecret, { apiKey }, { token });
  expect(tooEarly.json.code).toBe('must_change_password');

  const change = (currentPassword: string, newPassword: string) =>
    people.call(changePassword, { currentPassword, newPassword }, { token });
  expect((await change('wrong', NEW_PASSWORD)).json.code).toBe('password_wrong');
  expect((await change(temporary, temporary)).json.code).toBe('password_unchanged');
  expect((await change(temporary, 'short')).json.code).toBe('validation_failed');
  const changed = tokensOf(await change(temporary, NEW_PASSWORD));
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(elsewhere)).toBe(401);
  const details = await people.call(merchantDetails, { merchantCode }, { token: changed.accessToken });
  expect(details.json.body).toMatchObject({ mustChangePassword: false });
  await lastMessage(people, contactEmail, 'password-changed');
  expect((await activitiesOf(people, merchantId)).map(({ kind }) => kind)).toEqual(['password-changed']);
  await signInMember(people, merchantCode, NEW_PASSWORD);
});

test('a code mailed to the contact, or to a staff member’s own address, resets a forgotten password', async () => {
  const owner = await newOwner(people);
  const cashier = await newMember(people, owner, 'cashier');
  for (const [merchantCode, email, token] of [
    [owner.merchantCode, owner.contactEmail, owner.token],
    [cashier.signInCode.toLowerCase(), cashier.email, cashier.token],
  ] as const) {
    const otp = await resetCodeOf(merchantCode, email);
    const reset = { merchantCode, email, otp, password: NEW_PASSWORD };
    expect((await people.call(resetMerchantPassword, reset)).status).toBe(200);
    expect((await people.call(resetMerchantPassword, reset)).json.code).toBe('verification_code_invalid');
    expect(await statusOf(token)).toBe(401);
    await signInMember(people, merchantCode, NEW_PASSWORD);
  }
});

test('mails no reset code to an unknown address, and gives the same answer as for a known one', async () => {
  const owner = await newOwner(people);
  const stranger = newPerson().email;
  const askings = [
    [owner.merchantCode, stranger],
    ['NOBODY99', owner.contactEmail],
    [`${owner.merchantCode}.GHOST`, owner.contactEmail],
  ];
  const known = await people.call(generateMerchantPasswordOtp, {
    merchantCode: owner.merchantCode,
    email: owner.contactEmail,
  });
  for (const [merchantCode, email] of askings) {
    const reply = await people.call(generateMerchantPasswordOtp, { merchantCode, email });
    expect(reply.json).toEqual(known.json);
    const reset = await people.call(resetMerchantPassword, {
      merchantCode,
      email,
      otp: '123456',
      password: NEW_PASSWORD,
    });
    expect(reset.json.code).toBe('verification_code_invalid');
  }
  expect(await people.messagesTo(stranger)).toEqual([]);
  const mails = await people.messagesTo(owner.contactEmail);
  expect(mails.filter(({ template }) => template === 'password-reset')).toHaveLength(1);
});

test('a staff member’s reset code stops working after five tries', async () => {
  const { merchantCode, contactEmail: email } = await newOwner(people);
  const otp = await resetCodeOf(merchantCode, email);
  const wrong = ((Number(otp) + 1) % 1_000_000).toString().padStart(6, '0');
  const reset = (code: string) =>
    people.call(resetMerchantPassword, { merchantCode, email, otp: code, password: NEW_PASSWORD });
  for (let tries = 0; tries < 5; tries += 1)
    expect((await reset(wrong)).json.code).toBe('verification_code_invalid');
  expect((await reset(otp)).json.code).toBe('verification_code_invalid');
  await signInMember(people, merchantCode, OWNERS_PASSWORD);
});

test('refuses a staff member’s reset code that was sent to a former email address', async () => {
  const { merchantId, merchantCode, contactEmail: former } = await newOwner(people);
  const otp = await resetCodeOf(merchantCode, former);
  const { email } = newPerson();
  await people.owner.query('update merchants set contact_email = $2 where id = $1', [merchantId, email]);
  for (const address of [former, email]) {
    const reset = { merchantCode, email: address, otp, password: NEW_PASSWORD };
    expect((await people.call(resetMerchantPassword, reset)).json.code).toBe('verification_code_invalid');
  }
  await signInMember(people, merchantCode, OWNERS_PASSWORD);
});

test.each(['SUSPENDED', 'INACTIVE'] as const)(
  'reactivating a %s merchant restores its API keys, but not its sessions',
  async (status) => {
    const owner = await newOwner(people);
    const { merchantId, merchantCode, apiKey } = owner;
    const cashier = await newMember(people, owner, 'cashier');
    const administrator = await newAdministrator(people);
    const signedIn = await people.call(merchantLogin, { merchantCode, password: OWNERS_PASSWORD });
    const { accessToken, refreshToken } = tokensOf(signedIn);
    expect(await statusOf(cashier.token)).toBe(200);
    for (const next of [status, 'ACTIVE'] as const) {
      const change = { merchantId, status: next, reason: 'A lost till' };
      await people.call(updateMerchant, change, { token: administrator.token });
    }
    expect((await findMachineCredentials(people.deps.db, apiKey))?.status).toBe('ACTIVE');
    for (const token of [owner.token, accessToken, cashier.token]) expect(await statusOf(token)).toBe(401);
    expect((await people.call(refresh, { refreshToken })).json.code).toBe('session_expired');
    expect(await statusOf(await signInMember(people, merchantCode, OWNERS_PASSWORD))).toBe(200);
  },
);
