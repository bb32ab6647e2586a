import type { Endpoint } from '@zawadi/contract';
import { adminLogin, liveStream, merchantLogin } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../testing/consumers.ts';
import { countTraces, endpoints, pathOf, refusalIn, sendRaw } from '../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import { newTill, type Till } from '../testing/tills.ts';
import { createAdministrator } from '../features/staff/index.ts';

const ROLES = ['consumer', 'merchant', 'admin', 'machine'] as const;
type Role = (typeof ROLES)[number];

let system: TestSystem;
let till: Till;
let authorizations: Record<Role, string>;
beforeAll(async () => {
  system = await createTestSystem();
  till = await newTill(system);
  authorizations = {
    consumer: await signInAs('consumer'),
    merchant: await signInAs('merchant'),
    admin: await signInAs('admin'),
    machine: await signInAs('machine'),
  };
});
afterAll(() => system.close());

async function signInAs(role: Role): Promise<string> {
  switch (role) {
    case 'consumer':
      return authorizationOf(await newConsumer(system));
    case 'merchant':
      return authorizationOf({ bearer: await merchantBearer(till.merchantId) });
    case 'admin':
      return authorizationOf({ bearer: await adminBearer() });
    case 'machine':
      return authorizationOf({ basic: till.basic });
    default:
      return role satisfies never;
  }
}

async function merchantBearer(merchantId: string): Promise<string> {
  const { rows } = await system.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [merchantId],
  );
  const merchantCode = rows[0]?.code ?? '';
  return (await system.api.call(merchantLogin, { body: { merchantCode, password: DEMO_PASSWORD } }))
    .accessToken;
}

async function adminBearer(): Promise<string> {
  const sign = { email: 'boss@example.test', password: DEMO_PASSWORD };
  await createAdministrator(system.deps, { ...sign, name: 'Boss', staffRole: 'administrator' });
  return (await system.api.call(adminLogin, { body: sign })).accessToken;
}

async function callAs(endpoint: Endpoint, authorization?: string): Promise<string> {
  const path = pathOf(endpoint);
  const reply = await sendRaw(system, {
    method: endpoint.method,
    path,
    headers: { ...(authorization !== undefined && { authorization }) },
    ...(endpoint.method !== 'GET' && { payload: '{}' }),
  });
  return reply.status < 400 ? `${reply.status} ok` : refusalIn(path, reply);
}

function rolesOf({ audience }: Endpoint): Role[] {
  return ROLES.filter((role) => audience.split('-or-').includes(role));
}

const guarded = endpoints.filter(({ audience }) => audience !== 'anyone' && audience !== 'provider');

test('the calls that anybody may make are these and no others', () => {
  const open = endpoints.filter((one) => !guarded.includes(one)).map(({ path }) => path);
  expect(open.toSorted()).toEqual([
    '/api/admin/v1/login',
    '/api/admin/v1/password/generate-otp',
    '/api/admin/v1/password/reset',
    '/api/admin/v1/password/reset-by-link',
    '/api/auth/v1/contact-change/not-me',
    '/api/auth/v1/email/verify',
    '/api/auth/v1/login',
    '/api/auth/v1/logout',
    '/api/auth/v1/password/generate-otp',
    '/api/auth/v1/password/reset',
    '/api/auth/v1/password/reset-by-link',
    '/api/auth/v1/refresh',
    '/api/auth/v1/signup',
    '/api/hooks/:token',
    '/api/hooks/:token/timeout',
    '/api/merchants/v1/contact-email/not-me',
    '/api/merchants/v1/login',
    '/api/merchants/v1/logos/:name',
    '/api/merchants/v1/password/generate-otp',
    '/api/merchants/v1/password/reset',
    '/api/merchants/v1/password/reset-by-link',
    '/api/push/v1/renew',
    '/api/settings/v1/public',
    '/api/users/v1/pictures/:name',
    '/api/vouchers/v1/public/:claimToken',
    '/api/vouchers/v1/public/:claimToken.pdf',
    '/api/vouchers/v1/shops',
    '/api/vouchers/v1/thanks',
  ]);
});

test.each(guarded.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s is for its own role only',
  async (_method, _path, endpoint) => {
    const before = await countTraces(system);
    const { audience } = endpoint;
    for (const nobody of [undefined, '', 'Bearer', 'Bearer x.y.z', 'Basic eDp5', 'Basic', 'Digest a']) {
      expect(await callAs(endpoint, nobody)).toBe('401 unauthenticated');
    }
    for (const role of ROLES.filter((one) => !rolesOf(endpoint).includes(one))) {
      const isSignedIn = role !== 'machine' && audience !== 'machine';
      const expected = isSignedIn ? '403 forbidden' : '401 unauthenticated';
      expect(`${role}: ${await callAs(endpoint, authorizations[role])}`).toBe(`${role}: ${expected}`);
    }
    expect(await countTraces(system)).toEqual(before);
  },
);

test.each(guarded.filter((one) => one !== liveStream).map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s knows its own role',
  async (_path, endpoint) => {
    const roles = rolesOf(endpoint);
    expect(roles).not.toEqual([]);
    for (const role of roles) {
      // Some calls end every session of whoever asks.
      const authorization = await signInAs(role);
      expect(await callAs(endpoint, authorization)).not.toMatch(/^(401|403|5)/u);
    }
  },
);

test.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s is not there by another method',
  async (method, _path, endpoint) => {
    const others = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((one) => one !== method);
    const path = pathOf(endpoint);
    for (const other of others) {
      const isDeclared = endpoints.some((one) => one.method === other && isAddressOf(one, path));
      if (isDeclared) continue;
      const { admin: authorization } = authorizations;
      const reply = await sendRaw(system, { method: other, path, headers: { authorization } });
      expect(refusalIn(path, reply)).toBe('404 not_found');
    }
  },
);

function isAddressOf(endpoint: Endpoint, path: string): boolean {
  const pattern = endpoint.path.replaceAll('.', '[.]').replaceAll(/:\w+/gu, '[^/]+');
  return new RegExp(`^${pattern}$`, 'u').test(path);
}

test('an address that nobody declared is not found, in the form of its neighbours', async () => {
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
