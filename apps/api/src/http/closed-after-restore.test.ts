import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { isForAdministrator, isRefusedWhileClosed } from './closed-after-restore.ts';

const endpoints = Object.values(contract as object).filter(
  (value): value is Endpoint =>
    typeof value === 'object' && value !== null && 'audience' in value && 'path' in value,
);

test('F33 after a restore, only administrators and M-PESA’s callbacks are admitted', () => {
  const open = endpoints.filter((endpoint) => !isRefusedWhileClosed(endpoint, { audience: 'consumer' }));
  const ofNobody = open.filter(({ audience }) => audience === 'anyone' || audience === 'provider');
  expect(ofNobody.map(({ path }) => path).toSorted()).toEqual([
    '/api/account-security/v1/administrators/password/generate-otp',
    '/api/account-security/v1/administrators/password/reset',
    '/api/account-security/v1/administrators/password/reset-by-link',
    '/api/admin/v1/login',
    '/api/auth/v1/logout',
    '/api/auth/v1/refresh',
    '/api/hooks/:token',
    '/api/hooks/:token/timeout',
    '/api/hooks/mail-bounces/:token',
    '/api/hooks/sms-reports/:token',
    '/api/hooks/ussd/:token',
    '/api/hooks/ussd/:token/ended',
    '/api/merchants/v1/logos/:name',
    '/api/settings/v1/public',
    '/api/users/v1/pictures/:name',
  ]);
  const letIn = open.filter((endpoint) => isForAdministrator(endpoint, { userId: '1' }));
  expect([...new Set(letIn.map(({ audience }) => audience))].toSorted()).toEqual([
    'admin',
    'anyone',
    'provider',
  ]);
  expect(open.every((endpoint) => isForAdministrator(endpoint, { administratorId: '1' }))).toBe(true);
  expect(isRefusedWhileClosed(contract.signInByPasskey, { audience: 'admin' })).toBe(false);
});
