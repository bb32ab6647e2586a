import { enableTwoFactor, startTwoFactor, updateProfile, userDetails } from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, type SignedIn } from '../../../testing/people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

function save(user: SignedIn, changes: Record<string, unknown>) {
  return people.call(updateProfile, changes, { token: user.accessToken });
}

async function detailsOf(user: SignedIn) {
  return (await people.call(userDetails, {}, { token: user.accessToken })).json.body;
}

test.each([
  ['email address', () => ({ email: newPerson().email })],
  ['phone', () => ({ phoneNumber: newPerson().phoneNumber })],
  ['phone by its other name', () => ({ phone: newPerson().phoneNumber })],
])(
  'refuses a new %s without the password, and saves no field of the profile form',
  async (_name, contact) => {
    const user = await newSignedIn(people);
    const before = await detailsOf(user);
    const reply = await save(user, { firstName: 'Else', ...contact() });
    expect(reply).toMatchObject({ status: 409, json: { code: 'password_required' } });
    expect(await detailsOf(user)).toEqual(before);
  },
);

test('a new contact with a wrong password saves nothing, and ten tries an hour are allowed', async () => {
  const user = await newSignedIn(people);
  const before = await detailsOf(user);
  const { email } = newPerson();
  for (let turn = 0; turn < 10; turn += 1) {
    const reply = await save(user, { firstName: 'Else', email, currentPassword: 'not-the-password' });
    expect(reply).toMatchObject({ status: 409, json: { code: 'password_wrong' } });
  }
  const { password: currentPassword } = user.person;
  expect(await save(user, { email, currentPassword })).toMatchObject({
    status: 429,
    json: { code: 'too_many_requests' },
  });
  expect(await detailsOf(user)).toEqual(before);
});

test('a new contact needs the password once; saving the current or the waiting contact again does not', async () => {
  const user = await newSignedIn(people);
  const { email, phoneNumber } = newPerson();
  const { password: currentPassword } = user.person;
  const reply = await save(user, { email, phoneNumber, currentPassword });
  expect(reply).toMatchObject({ status: 200, json: { body: { pendingEmail: email } } });
  const again = await save(user, { firstName: 'Njeri', email, phoneNumber });
  expect(again).toMatchObject({ status: 200, json: { body: { firstName: 'Njeri', pendingEmail: email } } });
  expect((await save(user, { email: user.person.email })).status).toBe(200);
});

test('with a second factor a new contact needs a code besides the password', async () => {
  const user = await newSignedIn(people);
  const { password } = user.person;
  const token = user.accessToken;
  const started = await people.call(startTwoFactor, { password }, { token });
  const secret = String(started.json.body?.['secret']);
  const enabled = await people.call(enableTwoFactor, { otp: generateSync({ secret }) }, { token });
  const { recoveryCodes } = enabled.json.body as { recoveryCodes: string[] };
  const { email } = newPerson();
  const wanted = { email, currentPassword: password };
  expect(await save(user, wanted)).toMatchObject({ status: 409, json: { code: 'otp_required' } });
  expect(await save(user, { ...wanted, otp: '000000' })).toMatchObject({
    status: 409,
    json: { code: 'verification_code_invalid' },
  });
  expect(await detailsOf(user)).toMatchObject({ pendingEmail: null });
  const reply = await save(user, { ...wanted, otp: recoveryCodes[0] });
  expect(reply).toMatchObject({ status: 200, json: { body: { pendingEmail: email } } });
});
