import {
  administratorDetails,
  adminLogin,
  changeAdminPassword,
  disableAdminTwoFactor,
  enableAdminTwoFactor,
  generateAdminPasswordOtp,
  listAdminDevices,
  resetAdminPassword,
  signOutAdminEverywhere,
  startAdminTwoFactor,
} from '@zawadi/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage, tokensOf } from '../../../testing/people.ts';
import { newAdministrator, newOwner } from '../../../testing/portal-people.ts';

let people: PeopleApp;
let now = new Date('2026-11-20T09:00:10Z');

beforeAll(async () => {
  people = await startPeopleApp(() => [], { clock: { now: () => now } });
});

afterAll(() => people.close());

const NEW_PASSWORD = 'A-new-battery-1';

async function statusOf(token: string): Promise<number> {
  return (await people.call(administratorDetails, undefined, { token })).status;
}

async function auditOf(staffId: string): Promise<string[]> {
  const { rows } = await people.owner.query<{ action: string }>(
    `select action from audit_log where actor_id = $1 and action <> 'staff.signed-in' order by seq`,
    [staffId],
  );
  return rows.map(({ action }) => action);
}

test('an administrator changes the password, which ends the other sessions and is in the audit log', async () => {
  const { token, email, password, staffId } = await newAdministrator(people);
  const change = { currentPassword: password, newPassword: NEW_PASSWORD };
  const changed = tokensOf(await people.call(changeAdminPassword, change, { token }));
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(changed.accessToken)).toBe(200);
  expect((await people.call(adminLogin, { email, password })).status).toBe(401);
  await lastMessage(people, email, 'password-changed');
  expect(await auditOf(staffId)).toEqual(['staff.password-changed', 'staff.session-continued']);
});

test('a forgotten password is reset by mail, for administrators only', async () => {
  const { token, email, staffId } = await newAdministrator(people);
  await people.call(generateAdminPasswordOtp, { email });
  const { code: otp } = await lastMessage(people, email, 'password-reset');
  const reset = { email, otp, password: NEW_PASSWORD };
  expect((await people.call(resetAdminPassword, reset)).status).toBe(200);
  expect(await statusOf(token)).toBe(401);
  expect((await people.call(adminLogin, { email, password: NEW_PASSWORD })).status).toBe(200);
  expect(await auditOf(staffId)).toEqual(['staff.password-reset']);

  const owner = await newOwner(people);
  for (const stranger of [owner.contactEmail, newPerson().email]) {
    const reply = await people.call(generateAdminPasswordOtp, { email: stranger });
    expect(reply.json.responseMessage).toBe('Reset code sent to your email');
    expect((await people.messagesTo(stranger)).map(({ template }) => template)).toEqual([]);
  }
});

test('a disabled administrator gets no reset code', async () => {
  const { email, staffId } = await newAdministrator(people);
  await people.owner.query(`update administrators set status = 'DISABLED' where id = $1`, [staffId]);
  await people.call(generateAdminPasswordOtp, { email });
  expect(await people.messagesTo(email)).toEqual([]);
});

test('two-factor authentication guards the sign-in of an administrator', async () => {
  const { token, email, password, staffId } = await newAdministrator(people, 'read-only');
  const started = await people.call(startAdminTwoFactor, { password }, { token });
  const secret = String(started.json.body?.['secret']);
  const code = () => generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
  expect((await people.call(enableAdminTwoFactor, { otp: code() }, { token })).status).toBe(200);
  const details = await people.call(administratorDetails, undefined, { token });
  expect(details.json.body).toMatchObject({ staffId, email, twoFactorEnabled: true });
  expect((await people.call(adminLogin, { email, password })).json.code).toBe('otp_required');
  now = new Date(now.getTime() + 30_000);
  expect((await people.call(adminLogin, { email, password, otp: code() })).status).toBe(200);
  now = new Date(now.getTime() + 30_000);
  const off = await people.call(disableAdminTwoFactor, { password, otp: code() }, { token });
  expect(off.status).toBe(200);
  expect((await people.call(adminLogin, { email, password })).status).toBe(200);
  expect(await auditOf(staffId)).toEqual(['staff.two-factor-on', 'staff.two-factor-off']);
});

test('an administrator sees the own devices and signs out everywhere', async () => {
  const { token, email, password } = await newAdministrator(people);
  const second = tokensOf(await people.call(adminLogin, { email, password })).accessToken;
  const reply = await people.call(listAdminDevices, undefined, { token });
  expect(reply.json.body?.['devices']).toMatchObject([{ isCurrent: true }, { isCurrent: false }]);
  await people.call(signOutAdminEverywhere, {}, { token });
  expect([await statusOf(token), await statusOf(second)]).toEqual([401, 401]);
});
