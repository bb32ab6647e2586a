import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  adminLogin,
  administratorDetails,
  auditCsv,
  changePassword,
  enableTwoFactor,
  listAdministrators,
  merchantDetails,
  startTwoFactor,
} from '@zawadi/contract';
import { testCertificatePem } from '@zawadi/mpesa/testing/test-certificate';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newAdministrator } from '../../../testing/portal-people.ts';
import { tokensOf } from '../../../testing/people.ts';
import { routes as auditRoutes } from '../../services/audit/index.ts';

let people: PeopleApp;
let now = new Date('2026-11-20T09:00:10Z');

const folder = mkdtempSync(join(tmpdir(), 'zawadi-certificate-'));

beforeAll(async () => {
  writeFileSync(OUTSIDE_THE_DEMO.MPESA_CERTIFICATE_FILE, testCertificatePem);
  people = await startPeopleApp(auditRoutes, { clock: { now: () => now }, environment: OUTSIDE_THE_DEMO });
});

afterAll(async () => {
  await people.close();
  rmSync(folder, { recursive: true, force: true });
});

const OUTSIDE_THE_DEMO = {
  PROVIDER: 'daraja-sandbox',
  APP_SECRET: randomBytes(48).toString('base64'),
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORT_CODE: '600123',
  MPESA_PASSKEY: 'passkey',
  MPESA_INITIATOR_NAME: 'name',
  MPESA_INITIATOR_PASSWORD: 'password',
  MPESA_CERTIFICATE_FILE: join(folder, 'certificate.pem'),
  SMS_USERNAME: 'zawadi',
  SMS_API_KEY: 'key',
  SMTP_URL: 'smtp://mail.zawadi.test',
  MAIL_FROM: 'Zawadi <hello@zawadi.co.ke>',
  SUPPORT_EMAIL: 'help@zawadi.test',
};

test('S245 outside the demo an administrator must enrol a second factor before any other call', async () => {
  const { token, email, password } = await newAdministrator(people);
  for (const endpoint of [listAdministrators, auditCsv]) {
    const refused = await people.call(endpoint, undefined, { token });
    expect([refused.status, refused.json.code]).toEqual([409, 'two_factor_enrolment_required']);
  }
  const foreign = await people.call(merchantDetails, { merchantCode: 'DUKA001' }, { token });
  expect(foreign.json.code).toBe('two_factor_enrolment_required');
  const details = await people.call(administratorDetails, undefined, { token });
  expect(details.json.body).toMatchObject({ mustEnrolTwoFactor: true });

  const started = await people.call(startTwoFactor, { password }, { token });
  const secret = String(started.json.body?.['secret']);
  const otp = () => generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
  expect((await people.call(enableTwoFactor, { otp: otp() }, { token })).status).toBe(200);
  const listed = await people.call(listAdministrators, undefined, { token });
  expect(listed.json.body).toMatchObject({ isTwoFactorRequired: true });

  now = new Date(now.getTime() + 30_000);
  const again = tokensOf(await people.call(adminLogin, { email, password, otp: otp() })).accessToken;
  expect((await people.call(listAdministrators, undefined, { token: again })).status).toBe(200);
});

test('an administrator can change the password before enrolling the second factor', async () => {
  const { token, password } = await newAdministrator(people);
  const wanted = { currentPassword: password, newPassword: 'My-own-battery-1' };
  expect((await people.call(changePassword, wanted, { token })).status).toBe(200);
});
