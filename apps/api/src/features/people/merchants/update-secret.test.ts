import { merchantDetails, merchantLogin, refresh, updateMerchantSecret } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokensOf } from '../../../testing/people.ts';
import { activitiesOf, newOwner, OWNERS_PASSWORD, type Owner } from '../../../testing/portal-people.ts';
import { findMachineCredentials } from './machine-authenticator.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
});
afterAll(() => people.close());

function renew({ apiKey, token }: Pick<Owner, 'apiKey' | 'token'>, password?: string) {
  const body = { apiKey, ...(password !== undefined && { password }) };
  return people.call(updateMerchantSecret, body, { token });
}

/** Moves the last proof of the merchant's sessions so many minutes into the past. */
async function passMinutes({ merchantId }: Owner, minutes: number): Promise<void> {
  await people.owner.query(
    `update sessions set proven_at = proven_at - make_interval(mins => $2)
     where subject_id in (select id from merchant_staff where merchant_id = $1)`,
    [merchantId, minutes],
  );
}

async function isSecret({ apiKey }: Owner, secret: unknown): Promise<boolean> {
  const known = await findMachineCredentials(people.deps.db, apiKey);
  return known?.secretHash.equals(tokenHash(String(secret))) === true;
}

test('S118 right after the sign-in a new API secret needs no password, and the owner is notified by mail', async () => {
  const owner = await newOwner(people);
  await passMinutes(owner, 9);
  const reply = await renew(owner);
  expect(reply.status).toBe(200);
  expect(await isSecret(owner, reply.json.body?.['apiSecret'])).toBe(true);
  expect(await lastMessage(people, owner.contactEmail, 'api-secret-renewed')).toMatchObject({
    businessName: 'Mama Njeri Café',
  });
});

test('S117 ten minutes after the sign-in a new API secret needs the password', async () => {
  const owner = await newOwner(people);
  const before = (await renew(owner)).json.body?.['apiSecret'];
  await passMinutes(owner, 11);
  const refused = await renew(owner);
  expect([refused.status, refused.json.code]).toEqual([409, 'step_up_required']);
  expect((await renew(owner, 'not-the-password')).json.code).toBe('password_wrong');
  expect(await isSecret(owner, before)).toBe(true);
  const renewed = await renew(owner, OWNERS_PASSWORD);
  expect(renewed.status).toBe(200);
  expect(await isSecret(owner, renewed.json.body?.['apiSecret'])).toBe(true);
  expect((await activitiesOf(people, owner.merchantId)).map(({ kind }) => kind)).toEqual([
    'api-secret-renewed',
    'api-secret-renewed',
  ]);
});

test('neither refreshing the session nor signing in elsewhere replaces the password for a new API secret', async () => {
  const owner = await newOwner(people);
  const { merchantCode, apiKey } = owner;
  const signIn = () => people.call(merchantLogin, { merchantCode, password: OWNERS_PASSWORD });
  const { refreshToken } = tokensOf(await signIn());
  await passMinutes(owner, 11);
  const { accessToken: token } = tokensOf(await people.call(refresh, { refreshToken }));
  const fresh = tokensOf(await signIn()).accessToken;
  expect((await renew({ apiKey, token })).json.code).toBe('step_up_required');
  expect((await renew({ apiKey, token: fresh })).status).toBe(200);
});

test('another merchant’s API key is not found, and the answer does not reveal whether the password is right', async () => {
  const [owner, other] = [await newOwner(people), await newOwner(people)];
  expect((await renew({ apiKey: other.apiKey, token: owner.token })).json.code).toBe('not_found');
  await passMinutes(owner, 11);
  for (let n = 0; n < 10; n += 1) await renew(owner, 'not-the-password');
  expect((await renew(owner, OWNERS_PASSWORD)).json.code).toBe('too_many_requests');
  const details = await people.call(
    merchantDetails,
    { merchantCode: owner.merchantCode },
    { token: owner.token },
  );
  expect(details.json.body).toMatchObject({ apiKey: owner.apiKey });
});
