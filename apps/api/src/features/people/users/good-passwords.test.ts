import {
  changePassword,
  generatePasswordOtp,
  login,
  resetPassword,
  resetPasswordByLink,
  signup,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../../../testing/every-row.ts';
import { newPerson, startPeopleApp, type PeopleApp, type Reply } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, signUpPerson, tokenIn } from '../../../testing/people.ts';
import { newAdministrator, newOwner, newMember, OWNERS_PASSWORD } from '../../../testing/portal-people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

/** Returns the refusal's code and the field that it names. */
function whyNot({ status, json }: Reply) {
  return { status, code: json.code, path: json.fields?.[0]?.path };
}

const common = (path: string) => ({ status: 422, code: 'password_common', path });
const personal = (path: string) => ({ status: 422, code: 'password_personal', path });

test('sign-up refuses the commonest passwords', async () => {
  await everyRow(
    ['12345678', 'password', 'Password1', 'qwertyuiop', 'P@ssw0rd', 'ILOVEYOU', 'abcdefgh', '99999999'],
    String,
    async (password) => {
      const person = { ...newPerson(), password };
      expect(whyNot(await people.call(signup, person))).toEqual(common('password'));
      expect((await people.call(login, { email: person.email, password })).status).toBe(401);
    },
  );
});

test('sign-up refuses a password of one or two frequent words with digits or a year', async () => {
  await everyRow(
    [
      'P@ssw0rd1',
      'Nairobi2026',
      'kenya12345',
      'Jesus1234',
      'mungu123',
      'qwerty254',
      'sunflower-2026',
      'correct horse battery staple',
      'Machi2026!',
      'MamaBaba1',
      '0712345678',
      '24/12/1990',
      '٢٤٠٣١٩٩٧٨٥',
      'zzzzzzzzzzz9',
      'xyxyxyxyxyxyx',
    ],
    String,
    async (password) => {
      expect(whyNot(await people.call(signup, { ...newPerson(), password }))).toEqual(common('password'));
    },
  );
});

test('sign-up refuses the person’s phone number as password, in every spelling', async () => {
  const person = newPerson();
  const digits = person.phoneNumber.replace(/\D/gu, '').slice(-9);
  for (const password of [`254${digits}`, `+254 ${digits}`, `0${digits}`, `M${digits}!`]) {
    expect(whyNot(await people.call(signup, { ...person, password }))).toEqual(personal('password'));
  }
});

test('sign-up refuses passwords with the product, M-PESA or the person’s own data', async () => {
  await everyRow(
    [
      ['the product with a number', () => 'zawadi123'],
      ['the product with a year', () => 'Zawadi2026'],
      ['the product in other symbols', () => 'z@w4d1-2026!'],
      ['M-PESA', () => 'M-Pesa.254'],
      ['the own names', () => 'WanjikuMwangi'],
      ['the own name with digits', () => 'Wanj1ku-1990'],
      ['the own email address', (email: string) => email],
    ] as const,
    ([what]) => what,
    async ([, choose]) => {
      const person = newPerson();
      const reply = await people.call(signup, { ...person, password: choose(person.email) });
      expect(whyNot(reply)).toEqual(personal('password'));
    },
  );
});

test('sign-up refuses a password of eight spaces, or of a few letters and many spaces', async () => {
  for (const password of ['        ', 'a       b']) {
    const reply = await people.call(signup, { ...newPerson(), password });
    expect(reply.json.fields).toEqual([
      { path: 'password', message: 'Password must be at least 8 characters' },
    ]);
  }
});

test('sign-up accepts a long password that contains a name or the product', async () => {
  for (const password of [
    DEMO_PASSWORD,
    'wanjiku anapenda embe',
    'mama mboga wa zawadi',
    'simba anakula nyama leo',
    '8419307584193075',
    'Kiti9-mbuzi',
  ]) {
    const person = await signUpPerson(people, { ...newPerson(), password });
    expect((await people.call(login, { email: person.email, password })).status).toBe(200);
  }
});

test('sign-up refuses a bad password equally for a known and an unknown email address', async () => {
  const known = await signUpPerson(people);
  const codes = [];
  for (const { email } of [known, newPerson()]) {
    codes.push((await people.call(signup, { ...newPerson(), email, password: 'qwertyuiop' })).json.code);
  }
  expect(codes).toEqual(['password_common', 'password_common']);
});

test('password change and reset refuse the same passwords as sign-up, and the mailed code stays valid', async () => {
  const user = await newSignedIn(people);
  const { email, password: currentPassword } = user.person;
  const own = { token: user.accessToken };
  const change = (newPassword: string) => people.call(changePassword, { currentPassword, newPassword }, own);
  expect(whyNot(await change('sunshine1'))).toEqual(common('newPassword'));
  expect(whyNot(await change('Mwangi-2026'))).toEqual(personal('newPassword'));

  await people.call(generatePasswordOtp, { email });
  const { code: otp, link = '' } = await lastMessage(people, email, 'password-reset');
  for (let turn = 0; turn < 6; turn += 1) {
    const byCode = await people.call(resetPassword, { email, otp, password: 'Mwangi-2026' });
    expect(whyNot(byCode)).toEqual(personal('password'));
  }
  const token = tokenIn(link);
  expect(whyNot(await people.call(resetPasswordByLink, { token, password: 'iloveyou' }))).toEqual(
    common('password'),
  );
  expect((await people.call(resetPassword, { email, otp, password: 'embe tamu la 2027' })).status).toBe(200);
});

test('a reset with a wrong code does not reveal whether the password contains the account’s names', async () => {
  const { email } = await signUpPerson(people);
  const reply = await people.call(resetPassword, { email, otp: '000000', password: 'Mwangi-2026' });
  expect(reply.json.code).toBe('verification_code_invalid');
});

test('merchants, their staff and administrators may not use the passwords that sign-up refuses', async () => {
  const owner = await newOwner(people);
  const member = await newMember(people, owner, 'cashier');
  for (const [token, currentPassword] of [
    [owner.token, OWNERS_PASSWORD],
    [member.token, member.password],
  ] as const) {
    const change = (newPassword: string) =>
      people.call(changePassword, { currentPassword, newPassword }, { token });
    expect(whyNot(await change('liverpool1'))).toEqual(common('newPassword'));
    expect(whyNot(await change(`${owner.merchantCode}!!`))).toEqual(personal('newPassword'));
    expect(whyNot(await change('Mama-Njeri-1'))).toEqual(personal('newPassword'));
  }
  const { token, password: currentPassword } = await newAdministrator(people);
  const change = (newPassword: string) =>
    people.call(changePassword, { currentPassword, newPassword }, { token });
  expect(whyNot(await change('football1'))).toEqual(common('newPassword'));
  expect(whyNot(await change('Achieng.Odhiambo'))).toEqual(personal('newPassword'));
});
