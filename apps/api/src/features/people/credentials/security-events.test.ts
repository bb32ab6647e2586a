import * as contract from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT, INFO, startLoggedPeople, WARN, type LoggedPeople } from '../../../testing/logged-people.ts';
import { newPerson, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, newSignedIn, tokenIn, verifyPhoneOf } from '../../../testing/people.ts';
import { newAdministrator } from '../../../testing/portal-people.ts';

let people: PeopleApp;
let written: string[];
let eventsOf: LoggedPeople['eventsOf'];
let now = new Date('2026-11-20T09:00:10Z');
beforeAll(async () => {
  ({ people, written, eventsOf } = await startLoggedPeople(() => [], { clock: { now: () => now } }));
});
afterAll(() => people.close());

test('logs when a second factor is switched on or off, a code is wrong or a recovery code is used', async () => {
  const { person, accessToken: token, userId } = await newSignedIn(people);
  const { password, email } = person;
  const started = await people.call(contract.startTwoFactor, { password }, { token });
  const secret = String(started.json.body?.['secret']);
  const code = () => generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
  let codes: string[] = [];
  const on = await eventsOf(async () => {
    const reply = await people.call(contract.enableTwoFactor, { otp: code() }, { token });
    codes = reply.json.body?.['recoveryCodes'] as string[];
  });
  now = new Date(now.getTime() + 30_000);
  const wrong = await eventsOf(() => people.call(contract.login, { email, password, otp: 'AAAAA-AAAAA' }));
  const used = await eventsOf(() => people.call(contract.login, { email, password, otp: codes[0] }));
  const renewed = await eventsOf(() =>
    people.call(contract.renewRecoveryCodes, { password, otp: codes[1] }, { token }),
  );
  now = new Date(now.getTime() + 30_000);
  const off = await eventsOf(() =>
    people.call(contract.disableTwoFactor, { password, otp: code() }, { token }),
  );
  const account = { ...AT, account: userId };
  const named = { ...account, audience: 'consumer' };
  expect([on, wrong, used, renewed, off]).toEqual([
    [{ ...named, level: INFO, event: 'second-factor.on' }],
    [{ ...account, what: 'second-factor', level: WARN, event: 'code.wrong' }],
    [
      { ...account, level: WARN, event: 'recovery-code.used' },
      { ...named, level: INFO, event: 'sign-in.ok' },
    ],
    [
      { ...account, level: WARN, event: 'recovery-code.used' },
      { ...named, level: INFO, event: 'recovery-codes.renewed' },
    ],
    [{ ...named, level: WARN, event: 'second-factor.off' }],
  ]);
});

test('logs wrong passwords, and passwords changed, reset or set by an administrator', async () => {
  const { person, accessToken: token, userId } = await newSignedIn(people);
  const { email, password } = person;
  const next = 'another-battery-staple';
  const wrong = await eventsOf(() =>
    people.call(contract.changePassword, { currentPassword: 'wrong', newPassword: next }, { token }),
  );
  const changed = await eventsOf(() =>
    people.call(contract.changePassword, { currentPassword: password, newPassword: next }, { token }),
  );
  await people.call(contract.generatePasswordOtp, { email });
  const { code: otp = '' } = await lastMessage(people, email, 'password-reset');
  const bad = otp === '000000' ? '000001' : '000000';
  const wrongCode = await eventsOf(() => people.call(contract.resetPassword, { email, otp: bad, password }));
  const reset = await eventsOf(() => people.call(contract.resetPassword, { email, otp, password }));
  const about = { ...AT, audience: 'consumer', account: userId };
  expect([wrong, changed, wrongCode, reset]).toEqual([
    [{ ...AT, account: userId, level: WARN, event: 'password.wrong' }],
    [{ ...about, level: INFO, event: 'password.changed' }],
    [{ ...about, what: 'password-reset', level: WARN, event: 'code.wrong' }],
    [{ ...about, level: WARN, event: 'password.reset' }],
  ]);
  const [administrator, clerk] = [await newAdministrator(people), await newAdministrator(people, 'support')];
  const { path } = contract.resetAdministratorPassword;
  const endpoint = {
    ...contract.resetAdministratorPassword,
    path: path.replace(':administratorId', clerk.administratorId),
  };
  const body = { reason: 'Lost the old one' };
  expect(await eventsOf(() => people.call(endpoint, body, { token: administrator.token }))).toEqual([
    { ...AT, audience: 'admin', account: clerk.administratorId, level: WARN, event: 'password.given' },
  ]);
});

test('logs when a new contact is requested, proven or undone by the former contact', async () => {
  const user = await newSignedIn(people);
  const { person, accessToken: token, userId } = user;
  await verifyPhoneOf(people, user);
  const wanted = newPerson().email;
  const currentPassword = person.password;
  const asked = await eventsOf(() =>
    people.call(contract.updateProfile, { email: wanted, currentPassword }, { token }),
  );
  const { link = '' } = await lastMessage(people, wanted, 'confirm-new-email');
  const changed = await eventsOf(() =>
    people.call(contract.verifyEmail, { token: tokenIn(link) }, { token }),
  );
  const told = await lastMessage(people, person.phoneNumber, 'contact-change-asked');
  const back = await eventsOf(() =>
    people.call(contract.objectToContactChange, { token: tokenIn(told['link'] ?? '') }),
  );
  const about = { ...AT, audience: 'consumer', account: userId, what: 'email' };
  expect([asked, changed, back]).toEqual([
    [{ ...about, level: INFO, event: 'contact.change-asked' }],
    [{ ...about, level: INFO, event: 'contact.changed' }],
    [{ ...about, level: WARN, event: 'contact.taken-back' }],
  ]);
  const secrets = [wanted, person.email, person.password, person.phoneNumber, token];
  for (const secret of secrets) expect(written.join('')).not.toContain(secret);
});
