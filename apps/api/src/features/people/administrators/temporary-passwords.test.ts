import {
  addAdministrator,
  addMerchant,
  addMember,
  adminLogin,
  changePassword,
  generateAdminPasswordOtp,
  listAdministrators,
  merchantLogin,
  resetAdminPassword,
  resetAdministratorPassword,
  resetOwnerPassword,
  resetMemberPassword,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokensOf } from '../../../testing/people.ts';
import {
  approveFor,
  callAt,
  newAdministrator,
  newOwner,
  type Administrator,
} from '../../../testing/portal-people.ts';
import { createAdministrator } from './create-administrator.ts';

let people: PeopleApp;
let administrator: Administrator;

beforeAll(async () => {
  people = await startPeopleApp();
  administrator = await newAdministrator(people);
});

afterAll(() => people.close());

const OWN_PASSWORD = 'My-own-battery-1';
const reason = 'Nobody has signed in yet';

/** Ages every temporary password by three days. */
async function ageTemporaryPasswords(table: 'administrators' | 'merchant_staff'): Promise<void> {
  await people.owner.query(
    `update ${table} set temporary_password_until = temporary_password_until - interval '72 hours'`,
  );
}

async function signIn(sign: { email: string; password: string | undefined }) {
  return (await people.call(adminLogin, sign)).json;
}

async function addAccount(): Promise<{ administratorId: string; email: string; password: string }> {
  const { email } = newPerson();
  const wanted = { name: 'Wanjiru Njoroge', email, staffRole: 'support' };
  const { json } = await people.call(addAdministrator, wanted, { token: administrator.token });
  const { password = '' } = await lastMessage(people, email, 'administrator-welcome');
  return { administratorId: String(json.body?.['administratorId']), email, password };
}

test('A42 the password that admin:create prints must be replaced before any other API call', async () => {
  const { email, password } = newPerson();
  await createAdministrator(people.deps, {
    email,
    name: 'First',
    password,
    staffRole: 'administrator',
    mustChangePassword: true,
  });
  const { accessToken: token } = tokensOf(await people.call(adminLogin, { email, password }));
  const early = await people.call(listAdministrators, undefined, { token });
  expect(early.json.code).toBe('must_change_password');
  const change = { currentPassword: password, newPassword: OWN_PASSWORD };
  const { accessToken } = tokensOf(await people.call(changePassword, change, { token }));
  expect((await people.call(listAdministrators, undefined, { token: accessToken })).status).toBe(200);
});

test('an administrator’s temporary password expires after three days; only the right password learns of the expiry', async () => {
  const other = await addAccount();
  expect(await signIn(other)).toMatchObject({ responseCode: 200 });
  await ageTemporaryPasswords('administrators');
  const late = await signIn(other);
  expect(late).toMatchObject({ responseCode: 401, code: 'temporary_password_expired' });
  expect(late.customerMessage).toContain('Forgot password?');
  expect((await signIn({ ...other, password: 'a-guess-of-mine' })).code).toBe('invalid_credentials');
  expect((await signIn(administrator)).responseCode).toBe(200);
});

test('an administrator with an expired temporary password gets another one, or sets one with a mailed code', async () => {
  const [asked, alone] = [await addAccount(), await addAccount()];
  await ageTemporaryPasswords('administrators');
  const params = { administratorId: asked.administratorId };
  await callAt(
    people,
    resetAdministratorPassword,
    { params },
    { body: { reason }, token: administrator.token },
  );
  const { password } = await lastMessage(people, asked.email, 'administrator-password-reset');
  expect((await signIn({ email: asked.email, password })).responseCode).toBe(200);

  const { email } = alone;
  await people.call(generateAdminPasswordOtp, { email });
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  await people.call(resetAdminPassword, { email, otp, password: OWN_PASSWORD });
  expect((await signIn({ email, password: OWN_PASSWORD })).responseCode).toBe(200);
  await ageTemporaryPasswords('administrators');
  expect((await signIn({ email, password: OWN_PASSWORD })).responseCode).toBe(200);
});

test("temporary passwords of a merchant's owner and staff expire after three days", async () => {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const added = await people.call(
    addMerchant,
    { businessName: 'Duka Jipya', contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber },
    { token: administrator.token },
  );
  const { merchantId, merchantCode } = added.json.body as { merchantId: string; merchantCode: string };
  const signInShop = async (code: string, password: string | undefined) =>
    (await people.call(merchantLogin, { merchantCode: code, password })).json;
  const first = await lastMessage(people, contactEmail, 'merchant-welcome');

  const owner = await newOwner(people);
  const { email } = newPerson();
  const wanted = { name: 'Juma Otieno', handle: 'JUMA', email, staffRole: 'cashier' };
  const member = (await people.call(addMember, wanted, { token: owner.token })).json.body ?? {};
  const till = await lastMessage(people, email, 'member-welcome');
  const signInCode = String(member['signInCode']);
  expect((await signInShop(signInCode, till['password'])).responseCode).toBe(200);

  await ageTemporaryPasswords('merchant_staff');
  expect((await signInShop(merchantCode, first['password'])).code).toBe('temporary_password_expired');
  expect((await signInShop(signInCode, till['password'])).code).toBe('temporary_password_expired');

  const ofOwner = { params: { merchantId } };
  const asked = await callAt(people, resetOwnerPassword, ofOwner, {
    body: { reason },
    token: administrator.token,
  });
  await approveFor(people, asked);
  const again = await lastMessage(people, contactEmail, 'owner-password-reset');
  expect((await signInShop(merchantCode, again['password'])).responseCode).toBe(200);
  const ofMember = { params: { staffId: String(member['staffId']) } };
  await callAt(people, resetMemberPassword, ofMember, { token: owner.token });
  const renewed = await lastMessage(people, email, 'member-password-reset');
  expect((await signInShop(signInCode, renewed['password'])).responseCode).toBe(200);
});
