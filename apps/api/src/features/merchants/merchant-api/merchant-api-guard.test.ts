import { apiAccess, listTransactionsByMachine, updateApiSecurity, type ApiSecurity } from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../testing/merchant-api-calls.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

const OPEN: ApiSecurity = {
  ipWhitelist: { isOn: false, addresses: [] },
  isRateLimited: true,
  isLogged: true,
};

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem({
    MERCHANT_API_CALLS_PER_MINUTE: '20',
    MERCHANT_API_PLATFORM_CALLS_PER_MINUTE: '30',
    TEST_ENVIRONMENT_URL: 'https://try.zawadi.test/api/v1/',
  });
});
afterAll(() => system.close());

function list(till: Till) {
  return system.call(listTransactionsByMachine, { query: {} }, till);
}

async function secure(till: Till, security: Partial<ApiSecurity>) {
  const owner = await ownerOf(system, till);
  return system.call(updateApiSecurity, { body: { ...OPEN, ...security } }, owner);
}

test('every response has quota headers and a request id, refusals included', async () => {
  const till = await newTill(system);
  const [fine, refused] = [await list(till), await redeem(system, till, 'nonsense')];
  expect([fine.status, refused.status]).toEqual([200, 404]);
  for (const [headers, left] of [
    [fine.headers, 19],
    [refused.headers, 18],
  ] as const) {
    expect(headers.get('ratelimit-policy')).toBe('"default";q=20;w=60');
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`, 'u'));
    expect(headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/u);
  }
});

test('S125 refuses calls over the merchant’s limit until the next minute; without one, the platform’s limit applies', async () => {
  const till = await newTill(system);
  for (let n = 0; n < 20; n += 1) expect((await list(till)).status).toBe(200);
  const refused = await list(till);
  expect(refused).toMatchObject({ status: 429, outcome: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toContain('r=0');
  expect((await list(await newTill(system))).status).toBe(200);
  await secure(till, { isRateLimited: false });
  const fine = await list(till);
  expect(fine.status).toBe(200);
  expect(fine.headers.get('ratelimit-policy')).toBe('"default";q=30;w=60');
  for (let n = 0; n < 8; n += 1) await list(till);
  expect((await list(till)).status).toBe(429);
});

test('A35 a new address list refuses calls from other IP addresses at once', async () => {
  const till = await newTill(system);
  expect((await list(till)).status).toBe(200);
  const addresses = [
    { address: '41.90.64.7/24', label: 'Head office' },
    { address: '41.90.64.0/24', label: 'The same again' },
  ];
  const saved = await secure(till, { ipWhitelist: { isOn: true, addresses } });
  expect(saved.answer.ipWhitelist.addresses).toEqual([{ address: '41.90.64.0/24', label: 'The same again' }]);
  expect(await list(till)).toMatchObject({ status: 403, outcome: 'address_not_allowed' });
  const owner = await ownerOf(system, till);
  const { ownAddress, security } = (await system.call(apiAccess, {}, owner)).answer;
  expect(security.ipWhitelist.isOn).toBe(true);
  const mine = [...addresses, { address: ownAddress, label: 'Here' }];
  await secure(till, { ipWhitelist: { isOn: true, addresses: mine } });
  expect((await list(till)).status).toBe(200);
  await secure(till, { ipWhitelist: { isOn: false, addresses } });
  expect((await list(till)).status).toBe(200);
});

test('A35 only a caller with the right secret learns that its IP address is not on the list', async () => {
  const till = await newTill(system);
  await secure(till, { ipWhitelist: { isOn: true, addresses: [{ address: '41.90.64.7', label: '' }] } });
  const stranger = { ...till, basic: `${till.basic.slice(0, -1)}${till.basic.endsWith('x') ? 'y' : 'x'}` };
  expect(await list(stranger)).toMatchObject({ status: 401, outcome: 'unauthenticated' });
});

test('refuses an empty address list and an invalid IP address', async () => {
  const till = await newTill(system);
  const empty = await secure(till, { ipWhitelist: { isOn: true, addresses: [] } });
  expect(empty).toMatchObject({ status: 422, outcome: 'address_list_empty' });
  for (const address of ['duka.example', '10', '1.2.3.4/40', '0.0.0.0/0', "' or 1=1 --"]) {
    const refused = await secure(till, { ipWhitelist: { isOn: true, addresses: [{ address, label: '' }] } });
    expect(refused).toMatchObject({ status: 422, outcome: 'validation_failed' });
  }
  expect((await list(till)).status).toBe(200);
});

test('A22 the portal shows key, IP addresses and last use, but never the secret', async () => {
  const till = await newTill(system);
  const [apiKey = '', apiSecret = ''] = till.basic.split(':');
  const owner = await ownerOf(system, till);
  const before = await system.call(apiAccess, {}, owner);
  expect(before.answer).toMatchObject({
    apiKey,
    baseUrl: `${system.deps.config.publicUrl}/api/v1`,
    testEnvironmentUrl: 'https://try.zawadi.test/api/v1',
    security: OPEN,
    callsPerMinute: { limited: 20, unlimited: 30, sandboxFactor: 1 },
  });
  expect(before.answer.lastUsedAt).toBeUndefined();
  expect(JSON.stringify(before.answer)).not.toContain(apiSecret);
  await list(till);
  await eventually('the last use', async () => (await system.call(apiAccess, {}, owner)).answer.lastUsedAt);
});
