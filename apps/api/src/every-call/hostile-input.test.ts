import { Writable } from 'node:stream';
import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { newSignedIn, tokensOf, type SignedIn } from '../testing/people.ts';
import { ADMINISTRATION_BODIES, OPTIONAL_IN_ADMINISTRATION } from '../testing/administration-bodies.ts';
import { MERCHANT_BODIES, OPTIONAL_OF_MERCHANTS, WITHOUT_JSON } from '../testing/merchant-bodies.ts';
import { OPTIONAL_OF_PASSKEYS, PASSKEY_BODIES } from '../testing/passkey-calls.ts';
import { endpoints as declared } from '../testing/raw-calls.ts';
import { ID } from '../testing/well-formed-bodies.ts';
import { routes as adminUserRoutes } from '../features/access/admin-users/index.ts';
import { createMerchant } from '../features/merchants/merchants/index.ts';
import { createAdministrator } from '../features/access/administrators/index.ts';

const person = newPerson();
const { email, password } = person;

// A body that is valid for each call; the merchant and the token are added when they exist.
const VALID_BODIES = new Map<Endpoint, Record<string, unknown>>([
  [contract.login, { email, password, rememberMe: true, otp: '123456' }],
  [contract.signup, person],
  [contract.refresh, { refreshToken: 'never-ours' }],
  [contract.logout, { refreshToken: 'never-ours' }],
  [contract.userDetails, { accessToken: 'x' }],
  [contract.generatePasswordOtp, { email }],
  [contract.resetPassword, { email, otp: '123456', password }],
  [contract.generatePhoneOtp, {}],
  [contract.verifyPhone, { otp: '123456' }],
  [contract.verifyEmail, { token: 'never-ours' }],
  [contract.resetPasswordByLink, { token: 'never-ours', password }],
  [contract.resetMerchantPasswordByLink, { token: 'never-ours', password }],
  [contract.resetAdminPasswordByLink, { token: 'never-ours', password }],
  [contract.objectToContactChange, { token: 'never-ours' }],
  [contract.objectToMerchantContactChange, { token: 'never-ours' }],
  [contract.resendEmailVerification, {}],
  [contract.merchantLogin, { merchantCode: 'DUKA999', password, rememberMe: true, otp: '123456' }],
  [contract.merchantDetails, { merchantCode: 'DUKA999' }],
  [contract.updateMerchantSecret, { apiKey: 'zk_unknown' }],
  [contract.adminLogin, { email, password, rememberMe: true, otp: '123456' }],
  [
    contract.updateProfile,
    {
      firstName: 'Wanjiku',
      lastName: 'Mwangi',
      email,
      phoneNumber: person.phoneNumber,
      phone: person.phoneNumber,
      notifications: true,
      emailAlerts: true,
      language: 'en',
      accessToken: 'x',
    },
  ],
  [contract.changePassword, { currentPassword: 'never-right', newPassword: password }],
  [contract.startTwoFactor, { password: 'never-right' }],
  [contract.enableTwoFactor, { otp: '123456' }],
  [contract.disableTwoFactor, { password: 'never-right', otp: '123456' }],
  [contract.renewRecoveryCodes, { password: 'never-right', otp: '123456' }],
  [contract.deleteAccount, { password: 'never-right', otp: '123456' }],
  ...MERCHANT_BODIES,
  ...ADMINISTRATION_BODIES,
  ...PASSKEY_BODIES,
]);

// Tried out where they are proven: these read no JSON, or end the session of these tests.
const ELSEWHERE: Endpoint[] = [
  contract.putPicture,
  contract.deletePicture,
  contract.signOutDevice,
  contract.signOutEverywhere,
  contract.exportAccount,
  contract.updateApiSecurity,
  ...WITHOUT_JSON,
  contract.saveWebhook,
  contract.makeWebhookSecret,
  contract.testWebhook,
  contract.sendWebhookAgain,
];

const OPTIONAL = new Set(
  [contract.login, contract.merchantLogin, contract.adminLogin]
    .flatMap(({ path }) => [`${path} rememberMe`, `${path} otp`])
    .concat(`${contract.userDetails.path} accessToken`, `${contract.deleteAccount.path} otp`)
    .concat(
      Object.keys(VALID_BODIES.get(contract.updateProfile) ?? {}).map(
        (name) => `${contract.updateProfile.path} ${name}`,
      ),
    ),
);

for (const field of [...OPTIONAL_OF_MERCHANTS, ...OPTIONAL_IN_ADMINISTRATION, ...OPTIONAL_OF_PASSKEYS]) {
  OPTIONAL.add(field);
}

const WRONG_TYPES = [null, 0, -1, 1.5, 1e308, true, [], ['x'], {}, { $ne: '' }, { length: 6 }];
const STRANGE_TEXTS = [
  '',
  ' ',
  '\u0000',
  "' OR 1=1 --",
  '"; drop table users; --',
  '../../etc/passwd',
  '\ud800',
  '\u202egnp.exe',
  'a@b.test\r\nBcc: all@zawadi.test',
  '=HYPERLINK("https://evil.test")',
  '<script>alert(1)</script>',
  '१२३४५६',
  'x'.repeat(60_000),
  '%00',
  '${7*7}{{7*7}}',
];

let people: PeopleApp;
let consumer: SignedIn;
let merchantToken: string;
let adminToken: string;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (chunk, _encoding, done) => done(void logged.push(String(chunk))) }),
  );
  people = await startPeopleApp(adminUserRoutes, { log });
  consumer = await newSignedIn(people);
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const request = { businessName: 'Duka', contactName: 'Njeri', contactEmail, contactPhoneNumber, password };
  const { merchantCode } = await createMerchant(people.deps, request);
  merchantToken = tokensOf(await people.call(contract.merchantLogin, { merchantCode, password })).accessToken;
  const boss = { email: newPerson().email, password };
  await createAdministrator(people.deps, { ...boss, name: 'Boss', staffRole: 'administrator' });
  adminToken = tokensOf(await people.call(contract.adminLogin, boss)).accessToken;
});

afterAll(() => people.close());

function tokenFor(endpoint: Endpoint): string | undefined {
  if (endpoint.audience === 'consumer' || endpoint.audience === 'signed-in') return consumer.accessToken;
  if (endpoint.audience === 'admin') return adminToken;
  return endpoint.audience.startsWith('merchant') ? merchantToken : undefined;
}

/** With an id that is nobody's in the place of each parameter. */
function placed(endpoint: Endpoint): Endpoint {
  return { ...endpoint, path: endpoint.path.replace(':audience', 'consumer').replaceAll(/:\w+/gu, ID) };
}

let callers = 0;

async function send(endpoint: Endpoint, body: unknown) {
  callers += 1;
  const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  return people.call(placed(endpoint), body, { token: tokenFor(endpoint), address });
}

/** Status and code of an envelope that has everything a refusal must have. */
function refusalIn(reply: Awaited<ReturnType<typeof send>>): string {
  expect(reply.json).toMatchObject({
    responseCode: reply.status,
    customerMessage: reply.json.responseMessage,
  });
  expect(reply.json.responseMessage).toBeTruthy();
  expect(reply.json.traceId).toMatch(/^[0-9a-f-]{36}$/u);
  expect(reply.headers['cache-control']).toBe('no-store');
  return `${reply.status} ${reply.json.code}`;
}

test('every call of sign-in, verification and merchants is covered here', () => {
  const isServedHere = ({ method, path }: Endpoint) => people.app.hasRoute({ method, url: path });
  const ours = declared.filter((one) => one.method !== 'GET' && isServedHere(one));
  const covered = new Set([...VALID_BODIES.keys(), ...ELSEWHERE]);
  expect(ours.filter((one) => !covered.has(one)).map((one) => one.path)).toEqual([]);
});

describe.each([...VALID_BODIES.keys()].map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (_path, endpoint) => {
    const valid = VALID_BODIES.get(endpoint) ?? {};
    const fields = Object.keys(valid);

    test('refuses every wrong type of every field, and names the field', async () => {
      for (const field of fields) {
        for (const value of WRONG_TYPES.filter((wrong) => typeof wrong !== typeof valid[field])) {
          const reply = await send(endpoint, { ...valid, [field]: value });
          expect(refusalIn(reply)).toBe('422 validation_failed');
          expect(reply.json.fields?.map((problem) => problem.path)).toContain(field);
        }
      }
    });

    test('refuses a body without a required field, and one that is no object', async () => {
      for (const field of fields.filter((name) => !OPTIONAL.has(`${endpoint.path} ${name}`))) {
        const { [field]: _missing, ...rest } = valid;
        expect(refusalIn(await send(endpoint, rest))).toBe('422 validation_failed');
      }
      for (const body of ['[]', '"text"', '7', 'true', '[{}]']) {
        expect(refusalIn(await send(endpoint, body))).toBe('422 validation_failed');
      }
    });

    test('A16 answers every strange text in every field with an envelope, never with a fault', async () => {
      for (const field of fields.filter((name) => typeof valid[name] === 'string')) {
        for (const text of STRANGE_TEXTS) {
          const reply = await send(endpoint, { ...valid, [field]: text });
          expect(reply.status, `${field}: ${text.slice(0, 40)}`).toBeLessThan(500);
          expect(reply.json.responseCode).toBe(reply.status);
        }
      }
    });

    test('refuses what is not JSON, too large, or of another media type', async () => {
      for (const body of ['{', '{"a":}', 'null,', '{"email":"a@b.test",}', '\u0000']) {
        expect(refusalIn(await send(endpoint, body))).toBe('400 invalid_json');
      }
      const large = await send(endpoint, { ...valid, padding: 'x'.repeat(1_048_576) });
      expect(refusalIn(large)).toBe('413 body_too_large');
      const token = tokenFor(endpoint);
      const typed = await people.call(placed(endpoint), '<a/>', {
        token,
        headers: { 'content-type': 'application/xml' },
      });
      expect(refusalIn(typed)).toBe('400 unsupported_media_type');
    });

    test('is not there by another method', async () => {
      for (const method of ['GET', 'DELETE'] as const) {
        if (declared.some((one) => one.path === endpoint.path && one.method === method)) continue;
        expect(refusalIn(await people.call({ ...placed(endpoint), method }))).toBe('404 not_found');
      }
    });
  },
);

test('A24 no password, code, token or secret of all these calls was written to the log', () => {
  const text = logged.join('\n');
  expect(text).toContain('"route":"/api/auth/v1/login"');
  for (const secret of [
    password,
    consumer.person.password,
    consumer.accessToken,
    consumer.refreshToken,
    merchantToken,
  ]) {
    expect(text).not.toContain(secret);
  }
  for (const privateWord of [email, consumer.person.email, person.phoneNumber])
    expect(text).not.toContain(privateWord);
  expect(text).not.toContain('request failed');
});
