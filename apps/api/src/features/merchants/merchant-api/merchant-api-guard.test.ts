import {
  apiAccess,
  apiRequests,
  createVoucher,
  listTransactionsByMachine,
  updateApiSecurity,
  type ApiSecurity,
} from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { ownerOf } from '../../../testing/merchant-api-calls.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { forgetOldCalls } from './request-log.ts';

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

/** What the portal shows of the calls, once there are as many as expected. */
async function loggedCalls(till: Till, count: number, query: object = {}) {
  const owner = await ownerOf(system, till);
  return eventually(`${count} calls in the log`, async () => {
    const { answer } = await system.call(apiRequests, { query: { limit: 100, ...query } }, owner);
    return answer.requests.length >= count ? answer.requests : undefined;
  });
}

test('every answer tells its quota and its id, refusals included', async () => {
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

test('S125 more calls than the limit wait for the next minute; without rate limiting the platform limit counts', async () => {
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

test('A35 a list of addresses keeps others out, from the next call on', async () => {
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

test('A35 an address that is not on the list gets that reason only with the right secret', async () => {
  const till = await newTill(system);
  await secure(till, { ipWhitelist: { isOn: true, addresses: [{ address: '41.90.64.7', label: '' }] } });
  const stranger = { ...till, basic: `${till.basic.slice(0, -1)}x` };
  expect(await list(stranger)).toMatchObject({ status: 401, outcome: 'unauthenticated' });
});

test('an empty address list is not switched on, and what is no address is not saved', async () => {
  const till = await newTill(system);
  const empty = await secure(till, { ipWhitelist: { isOn: true, addresses: [] } });
  expect(empty).toMatchObject({ status: 422, outcome: 'address_list_empty' });
  for (const address of ['duka.example', '10', '1.2.3.4/40', '0.0.0.0/0', "' or 1=1 --"]) {
    const refused = await secure(till, { ipWhitelist: { isOn: true, addresses: [{ address, label: '' }] } });
    expect(refused).toMatchObject({ status: 422, outcome: 'validation_failed' });
  }
  expect((await list(till)).status).toBe(200);
});

test('A22 the portal shows key, places and last use, and never the secret', async () => {
  const till = await newTill(system);
  const [apiKey = '', apiSecret = ''] = till.basic.split(':');
  const owner = await ownerOf(system, till);
  const before = await system.call(apiAccess, {}, owner);
  expect(before.answer).toMatchObject({
    apiKey,
    baseUrl: `${system.deps.config.publicUrl}/api/v1`,
    testEnvironmentUrl: 'https://try.zawadi.test/api/v1',
    security: OPEN,
    callsPerMinute: { limited: 20, unlimited: 30 },
  });
  expect(before.answer.lastUsedAt).toBeUndefined();
  expect(JSON.stringify(before.answer)).not.toContain(apiSecret);
  await list(till);
  await eventually('the last use', async () => (await system.call(apiAccess, {}, owner)).answer.lastUsedAt);
});

test('A24 the log shows each call with its outcome, newest first, and no code, body or secret', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, till, gift.code, { amount: 100 });
  await redeem(system, till, gift.voucherId, { amount: 10_000 });
  const refused = await system.call(
    createVoucher,
    { headers: {}, body: { amount: 1, recipient: { name: 'Kip' } } },
    till,
  );
  const calls = await loggedCalls(till, 3);
  expect(calls.map(({ method, path, status, code }) => ({ method, path, status, code }))).toEqual([
    { method: 'POST', path: '/api/v1/vouchers/create', status: 400, code: 'idempotency_key_missing' },
    {
      method: 'POST',
      path: `/api/v1/vouchers/${gift.voucherId}/redeem`,
      status: 409,
      code: 'insufficient_voucher_balance',
    },
    {
      method: 'POST',
      path: `/api/v1/vouchers/****${gift.code.slice(-4)}/redeem`,
      status: 200,
      code: undefined,
    },
  ]);
  expect(calls[0]?.id).toBe(refused.headers.get('request-id'));
  const { rows } = await system.owner.query<{ row: string }>(
    'select api_requests::text as row from api_requests',
  );
  const [, apiSecret = ''] = till.basic.split(':');
  for (const secret of [gift.code, apiSecret])
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
  expect(await loggedCalls(till, 2, { outcome: 'refused' })).toHaveLength(2);
  expect(await loggedCalls(till, 1, { outcome: 'succeeded', path: 'redeem' })).toHaveLength(1);
});

test('the log is paged, and of its own merchant only', async () => {
  const [till, other] = [await newTill(system), await newTill(system)];
  for (let n = 0; n < 5; n += 1) await list(till);
  await list(other);
  const all = await loggedCalls(till, 5);
  expect(await loggedCalls(other, 1)).toHaveLength(1);
  const owner = await ownerOf(system, till);
  const first = await system.call(apiRequests, { query: { limit: 3 } }, owner);
  const second = await system.call(
    apiRequests,
    { query: { limit: 3, cursor: first.answer.nextCursor } },
    owner,
  );
  expect([...first.answer.requests, ...second.answer.requests]).toEqual(all);
  expect(second.answer.nextCursor).toBeUndefined();
});

test('switched off, nothing is logged', async () => {
  const till = await newTill(system);
  await secure(till, { isLogged: false });
  await list(till);
  await secure(till, { isLogged: true });
  await list(till);
  expect(await loggedCalls(till, 1)).toHaveLength(1);
});

test('the log forgets after 30 days', async () => {
  const till = await newTill(system);
  for (let n = 0; n < 3; n += 1) await list(till);
  const [newest] = await loggedCalls(till, 3);
  await system.owner.query(
    `update api_requests set at = now() - interval '31 days' where merchant_id = $1 and id <> $2`,
    [till.merchantId, newest?.id],
  );
  expect(await forgetOldCalls(system.deps)).toBe(2);
  expect(await loggedCalls(till, 1)).toEqual([newest]);
});
