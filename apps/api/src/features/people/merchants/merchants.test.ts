import { login, merchantDetails, merchantLogin, refresh, updateMerchantSecret } from '@zawadi/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, signUpPerson, tokensOf } from '../../../testing/people.ts';
import { hashPassword } from '../sessions/index.ts';
import { activateMerchant, createMerchant, readMerchant } from './index.ts';

let people: PeopleApp;
const PASSWORD = 'Duka-la-mama-1';

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function newMerchant() {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const request = {
    businessName: 'Mama Njeri Café',
    contactName: 'Njeri Kamau',
    contactEmail,
    contactPhoneNumber,
  };
  return {
    contactEmail,
    contactPhoneNumber,
    ...(await createMerchant(people.deps, { ...request, password: PASSWORD })),
  };
}

async function newActiveMerchant() {
  const merchant = await newMerchant();
  await activateMerchant(people.deps, merchant.merchantId);
  return merchant;
}

async function signIn(merchantCode: string, password = PASSWORD) {
  return tokensOf(await people.call(merchantLogin, { merchantCode, password }));
}

async function newTemporary() {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const request = { businessName: 'Kiosk', contactName: 'Otieno', contactEmail, contactPhoneNumber };
  const merchant = await createMerchant(people.deps, request);
  return { ...merchant, contactEmail, mail: await lastMessage(people, contactEmail, 'merchant-welcome') };
}

test('a new merchant is pending, gets a code and a temporary password by mail, and can sign in with them', async () => {
  const { merchantCode, merchantId, mail } = await newTemporary();
  expect(merchantCode).toMatch(/^KIOS[0-9]{4}$/u);
  expect(mail).toMatchObject({
    businessName: 'Kiosk',
    merchantCode,
    link: 'https://zawadi.test/merchant/login',
  });
  const { accessToken } = await signIn(merchantCode.toLowerCase(), mail['password']);
  const details = await people.call(merchantDetails, { merchantCode }, { token: accessToken });
  expect(details.json.body).toMatchObject({ merchantId, status: 'PENDING', mustChangePassword: true });
});

test('with a temporary password every API call but the details and setting a password is refused', async () => {
  const { merchantCode, apiKey, mail } = await newTemporary();
  const { accessToken: token } = await signIn(merchantCode, mail['password']);
  const reply = await people.call(updateMerchantSecret, { apiKey }, { token });
  expect(reply).toMatchObject({ status: 409, json: { code: 'must_change_password' } });
});

test('S345 the merchant’s details contain the amount owed and no secrets', async () => {
  const merchant = await newActiveMerchant();
  const { accessToken: token } = await signIn(merchant.merchantCode);
  const details = await people.call(merchantDetails, { merchantCode: merchant.merchantCode }, { token });
  const { createdAt, lastUpdatedAt, lastLogin, ...rest } = details.json.body ?? {};
  expect(rest).toEqual({
    merchantId: merchant.merchantId,
    merchantCode: merchant.merchantCode,
    businessName: 'Mama Njeri Café',
    contactName: 'Njeri Kamau',
    contactEmail: merchant.contactEmail,
    contactPhoneNumber: merchant.contactPhoneNumber,
    status: 'ACTIVE',
    brandingConfig: { primaryColor: '#007BFF' },
    place: {},
    currentBalance: 0,
    role: { name: 'ROLE_MERCHANT' },
    mustChangePassword: false,
    memberName: 'Njeri Kamau',
    apiKey: merchant.apiKey,
  });
  for (const moment of [createdAt, lastUpdatedAt, lastLogin]) {
    expect(Math.abs(Date.parse(String(moment)) - Date.now())).toBeLessThan(60_000);
  }
  expect(details.text).not.toContain(merchant.apiSecret);
});

test('a merchant reads only its own details: any other merchant code is not found, whether it exists or not', async () => {
  const [mine, theirs] = [await newActiveMerchant(), await newActiveMerchant()];
  const { accessToken: token } = await signIn(mine.merchantCode);
  for (const merchantCode of [theirs.merchantCode, 'NOBODY99', `${mine.merchantCode}.JUMA`]) {
    const reply = await people.call(merchantDetails, { merchantCode }, { token });
    expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
});

test('a merchant’s access token contains merchant code, role and the staff member’s id', async () => {
  const merchant = await newActiveMerchant();
  const { accessToken } = await signIn(merchant.merchantCode);
  const claims = decodeJwt(accessToken);
  expect(claims).toMatchObject({
    sub: merchant.merchantCode,
    role: 'ROLE_MERCHANT',
    merchantId: merchant.merchantId,
    staffRole: 'owner',
  });
  expect(claims['staffId']).toMatch(/^[0-9a-f-]{36}$/u);
});

async function hire(merchantId: string, handle: string, role: 'manager' | 'cashier'): Promise<void> {
  await people.owner.query(
    `insert into merchant_staff (id, merchant_id, handle, role, password_hash, must_change_password)
     values (gen_random_uuid(), $1, $2, $3, $4, false)`,
    [merchantId, handle, role, await hashPassword('Juma-at-the-till')],
  );
}

test('a cashier reads neither money, contact nor API key of the merchant; a manager reads all', async () => {
  const { merchantId, merchantCode } = await newActiveMerchant();
  await hire(merchantId, 'JUMA', 'cashier');
  await hire(merchantId, 'MOSES', 'manager');
  const detailsOf = async (handle: string) => {
    const { accessToken: token } = await signIn(`${merchantCode}.${handle}`, 'Juma-at-the-till');
    return (await people.call(merchantDetails, { merchantCode }, { token })).json.body ?? {};
  };
  expect(await detailsOf('juma')).toEqual({
    merchantId,
    merchantCode,
    businessName: 'Mama Njeri Café',
    status: 'ACTIVE',
    brandingConfig: { primaryColor: '#007BFF' },
    role: { name: 'ROLE_MERCHANT' },
    mustChangePassword: false,
    memberName: 'JUMA',
  });
  expect(Object.keys(await detailsOf('moses'))).toEqual(
    expect.arrayContaining(['currentBalance', 'apiKey', 'contactEmail', 'contactPhoneNumber']),
  );
});

test('a cashier signs in with merchant code and handle, and cannot change the API secret', async () => {
  const merchant = await newActiveMerchant();
  await hire(merchant.merchantId, 'JUMA', 'cashier');
  const { accessToken: token } = await signIn(`${merchant.merchantCode}.juma`, 'Juma-at-the-till');
  expect(decodeJwt(token)).toMatchObject({ sub: merchant.merchantCode, staffRole: 'cashier' });
  const reply = await people.call(updateMerchantSecret, { apiKey: merchant.apiKey }, { token });
  expect(reply).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  expect(
    (await people.call(merchantLogin, { merchantCode: merchant.merchantCode, password: 'Juma-at-the-till' }))
      .status,
  ).toBe(401);
});

test('regenerating the secret of another merchant’s API key is not found and changes nothing', async () => {
  const [mine, theirs] = [await newActiveMerchant(), await newActiveMerchant()];
  const { accessToken: token } = await signIn(mine.merchantCode);
  for (const apiKey of [theirs.apiKey, 'zk_unknown', '']) {
    const reply = await people.call(updateMerchantSecret, { apiKey }, { token });
    expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
});

test('a suspended or closed merchant cannot sign in, and its tokens stop working within a second', async () => {
  for (const status of ['SUSPENDED', 'INACTIVE']) {
    const merchant = await newActiveMerchant();
    const { accessToken: token, refreshToken } = await signIn(merchant.merchantCode);
    const details = () => people.call(merchantDetails, { merchantCode: merchant.merchantCode }, { token });
    expect((await details()).status).toBe(200);
    await people.owner.query('update merchants set status = $2 where id = $1', [merchant.merchantId, status]);
    const { merchantCode } = merchant;
    const refused = await people.call(merchantLogin, { merchantCode, password: PASSWORD });
    expect(refused.json.code).toBe('merchant_not_active');
    const stranger = await people.call(merchantLogin, { merchantCode, password: 'wrong' });
    expect(stranger.json.code).toBe('invalid_credentials');
    expect((await people.call(refresh, { refreshToken })).json.code).toBe('session_expired');
    await expect.poll(async () => (await details()).status, { timeout: 1_500 }).toBe(401);
  }
});

test('activates only a pending merchant', async () => {
  const { merchantId } = await newMerchant();
  await activateMerchant(people.deps, merchantId);
  expect((await readMerchant(people.deps.db, merchantId))?.status).toBe('ACTIVE');
  await expect(activateMerchant(people.deps, merchantId)).rejects.toMatchObject({ code: 'not_found' });
});

test('refuses a merchant code that is taken', async () => {
  const { merchantCode } = await newMerchant();
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const request = { businessName: 'Two', contactName: 'Two', contactEmail, contactPhoneNumber, merchantCode };
  await expect(createMerchant(people.deps, request)).rejects.toThrow('no free merchant code');
  expect(await people.messagesTo(contactEmail)).toEqual([]);
});

test('a consumer’s password signs in to no merchant, nor a merchant’s to a consumer', async () => {
  const merchant = await newActiveMerchant();
  const person = await signUpPerson(people);
  const asMerchant = await people.call(merchantLogin, {
    merchantCode: merchant.merchantCode,
    password: person.password,
  });
  const asConsumer = await people.call(login, { email: merchant.contactEmail, password: PASSWORD });
  expect([asMerchant.json.code, asConsumer.json.code]).toEqual([
    'invalid_credentials',
    'invalid_credentials',
  ]);
});
