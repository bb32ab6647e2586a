import { adminLogin, login, merchantLogin, refresh, signup, trialBalance } from '@zawadi/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { tokensOf } from '../../../testing/people.ts';
import { routes as bookRoutes } from '../../office/reports/index.ts';
import { createAdministrator } from './index.ts';

let people: PeopleApp;
const PASSWORD = 'Correct-horse-1';

beforeAll(async () => {
  people = await startPeopleApp(bookRoutes);
});

afterAll(() => people.close());

async function newAdministrator(): Promise<{ email: string; id: string | undefined }> {
  const { email } = newPerson();
  const request = { email, name: 'Achieng Odhiambo', password: PASSWORD, staffRole: 'support' } as const;
  return { email, id: await createAdministrator(people.deps, request) };
}

test('an administrator signs in with a token that carries the role', async () => {
  const { email, id } = await newAdministrator();
  const { accessToken } = tokensOf(
    await people.call(adminLogin, { email: email.toUpperCase(), password: PASSWORD }),
  );
  expect(decodeJwt(accessToken)).toMatchObject({ sub: id, role: 'ROLE_ADMIN', staffRole: 'support' });
  expect((await people.call(trialBalance, undefined, { token: accessToken })).status).toBe(200);
});

test('a consumer’s password signs in neither to the merchant portal nor to the administration', async () => {
  const person = newPerson();
  await people.call(signup, person);
  const { email, password } = person;
  expect((await people.call(login, { email, password })).status).toBe(200);
  expect((await people.call(adminLogin, { email, password })).json.code).toBe('invalid_credentials');
  const asShop = { merchantCode: 'DUKA001', password };
  expect((await people.call(merchantLogin, asShop)).json.code).toBe('invalid_credentials');
});

test('a disabled administrator cannot sign in, and the token stops working within a second', async () => {
  const { email, id } = await newAdministrator();
  const { accessToken: token, refreshToken } = tokensOf(
    await people.call(adminLogin, { email, password: PASSWORD }),
  );
  expect((await people.call(trialBalance, undefined, { token })).status).toBe(200);
  await people.owner.query(`update administrators set status = 'DISABLED' where id = $1`, [id]);
  expect((await people.call(adminLogin, { email, password: PASSWORD })).json.code).toBe(
    'invalid_credentials',
  );
  expect((await people.call(refresh, { refreshToken })).json.code).toBe('session_expired');
  await expect
    .poll(async () => (await people.call(trialBalance, undefined, { token })).status, { timeout: 1_500 })
    .toBe(401);
});

test('creating an administrator again with the same email address leaves the password unchanged', async () => {
  const { email } = await newAdministrator();
  const second = {
    email,
    name: 'Somebody Else',
    password: 'Another-horse-1',
    staffRole: 'administrator',
  } as const;
  expect(await createAdministrator(people.deps, second)).toBeUndefined();
  expect((await people.call(adminLogin, { email, password: 'Another-horse-1' })).status).toBe(401);
});
