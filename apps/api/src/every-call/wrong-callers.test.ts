import type { Endpoint } from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { endpoints, nameOf, pathOf, refusalIn, sendRaw } from '../testing/raw-calls.ts';
import { newAdministrator } from '../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let authorization: string;
beforeAll(async () => {
  system = await createTestSystem();
  authorization = authorizationOf(await newAdministrator(system, 'administrator'));
});
afterAll(() => system.close());

const guarded = endpoints.filter(({ audience }) => audience !== 'anyone' && audience !== 'provider');

test('A12 S486 lists exactly the public endpoints', () => {
  const open = endpoints.filter((one) => !guarded.includes(one)).map(({ path }) => path);
  expect(open.toSorted()).toEqual([
    '/api/account-security/v1/administrators/password/generate-otp',
    '/api/account-security/v1/administrators/password/reset',
    '/api/account-security/v1/administrators/password/reset-by-link',
    '/api/account-security/v1/merchants/password/generate-otp',
    '/api/account-security/v1/merchants/password/reset',
    '/api/account-security/v1/merchants/password/reset-by-link',
    '/api/account-security/v1/passkeys/sign-in/:audience',
    '/api/account-security/v1/passkeys/sign-in/:audience/options',
    '/api/admin/v1/login',
    '/api/auth/v1/contact-change/not-me',
    '/api/auth/v1/email/verify',
    '/api/auth/v1/freeze',
    '/api/auth/v1/freeze/code',
    '/api/auth/v1/freeze/not-me',
    '/api/auth/v1/login',
    '/api/auth/v1/logout',
    '/api/auth/v1/password/generate-otp',
    '/api/auth/v1/password/generate-phone-otp',
    '/api/auth/v1/password/reset',
    '/api/auth/v1/password/reset-by-link',
    '/api/auth/v1/password/reset-by-phone',
    '/api/auth/v1/refresh',
    '/api/auth/v1/signup',
    '/api/gift-photos/v1/report',
    '/api/gift-photos/v1/show',
    '/api/hooks/:token',
    '/api/hooks/:token/timeout',
    '/api/hooks/mail-bounces/:token',
    '/api/hooks/sms-reports/:token',
    '/api/hooks/ussd/:token',
    '/api/hooks/ussd/:token/ended',
    '/api/merchants/v1/contact-email/not-me',
    '/api/merchants/v1/login',
    '/api/merchants/v1/logos/:name',
    '/api/messages/v1/push/renew',
    '/api/receipts/v1/vouchers/pdf',
    '/api/settings/v1/public',
    '/api/users/v1/pictures/:name',
    '/api/vouchers/v1/claim/check',
    '/api/vouchers/v1/claim/code',
    '/api/vouchers/v1/claim/new-person',
    '/api/vouchers/v1/claim/passkey',
    '/api/vouchers/v1/public/:claimToken',
    '/api/vouchers/v1/public/show-code',
    '/api/vouchers/v1/shops',
    '/api/vouchers/v1/shops/near',
    '/api/vouchers/v1/thanks',
  ]);
});

test('A12 no path of the contract accepts another method', async () => {
  await everyRow(endpoints, nameOf, async (endpoint) => {
    const { method } = endpoint;
    const others = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((one) => one !== method);
    const path = pathOf(endpoint);
    for (const other of others) {
      const isDeclared = endpoints.some((one) => one.method === other && isAddressOf(one, path));
      if (isDeclared) continue;
      const reply = await sendRaw(system, { method: other, path, headers: { authorization } });
      expect(refusalIn(path, reply)).toBe('405 method_not_allowed');
      expect(String(reply.headers['allow']).split(', ')).toContain(method);
    }
  });
});

function isAddressOf(endpoint: Endpoint, path: string): boolean {
  const pattern = endpoint.path.replaceAll('.', '[.]').replaceAll(/:\w+/gu, '[^/]+');
  return new RegExp(`^${pattern}$`, 'u').test(path);
}

test('S488 answers an undeclared path with not found, in the format of its neighbours', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/v1/nothing',
    '/api/mpesa',
    '/api/mpesa/purchase/',
  ]) {
    expect(refusalIn(path, await sendRaw(system, { method: 'POST', path, payload: '{}' }))).toBe(
      '404 not_found',
    );
  }
});
