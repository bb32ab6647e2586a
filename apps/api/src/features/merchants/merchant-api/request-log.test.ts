import { randomUUID } from 'node:crypto';
import {
  apiRequests,
  createVoucher,
  listTransactionsByMachine,
  makeApiKey,
  updateApiSecurity,
} from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { issue, newFundedTill, ownerOf } from '../../../testing/merchant-api-calls.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newApiSecret } from '../../people/merchants/api-credentials.ts';
import { createRequestLog, deleteOldCalls } from './request-log.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function list(till: Till) {
  return system.call(listTransactionsByMachine, { query: {} }, till);
}

/** Waits until the portal lists this many calls, then returns them. */
async function loggedCalls(till: Till, count: number, query: object = {}) {
  const owner = await ownerOf(system, till);
  return eventually(`${count} calls in the log`, async () => {
    const { answer } = await system.call(apiRequests, { query: { limit: 100, ...query } }, owner);
    return answer.requests.length >= count ? answer.requests : undefined;
  });
}

async function switchLogging(till: Till, isLogged: boolean) {
  const body = { ipWhitelist: { isOn: false, addresses: [] }, isRateLimited: true, isLogged };
  return system.call(updateApiSecurity, { body }, await ownerOf(system, till));
}

/** Builds a call for the request log's `note`. */
function noted(at: Date, durationMs = 1) {
  const address = '127.0.0.1';
  const path = '/api/v1/transactions';
  const unsaid = { code: null, idempotencyKey: null, sent: null, answered: null, notice: null };
  const call = { id: randomUUID(), at, method: 'GET', path, status: 200, durationMs, address, ...unsaid };
  return { at, address, describe: () => call };
}

test('lists a hundred of a thousand calls in one second; the last entry has the count of the rest', async () => {
  const { merchantId } = await newTill(system);
  const requestLog = createRequestLog(system.deps);
  for (let n = 0; n < 1_000; n += 1) {
    requestLog.note(
      { merchantId, keyId: merchantId, access: { isLogged: true }, isRightSecret: true },
      noted(new Date(1_700_000_000_000 + n)),
    );
  }
  await requestLog.stop();
  const { rows } = await system.owner.query(
    'select count(*)::int as listed, sum(omitted_after)::int as omitted from merchant_api_requests where merchant_id = $1',
    [merchantId],
  );
  expect(rows).toEqual([{ listed: 100, omitted: 900 }]);
});

test('writes one second’s calls of many merchants in small SQL statements, and writes all of them on stop', async () => {
  const tills = await Promise.all([newTill(system), newTill(system), newTill(system)]);
  const requestLog = createRequestLog(system.deps);
  for (const { merchantId } of tills) {
    const caller = { merchantId, keyId: merchantId, access: { isLogged: true }, isRightSecret: true };
    for (let n = 0; n < 100; n += 1) requestLog.note(caller, noted(new Date(1_700_000_000_000 + n)));
  }
  let isWritten = false;
  void requestLog.flush().then(() => (isWritten = true));
  await requestLog.stop();
  expect(isWritten).toBe(true);
  const { rows } = await system.owner.query(
    `select count(*)::int as listed, count(distinct xmin::text)::int as statements from merchant_api_requests
     where merchant_id = any ($1)`,
    [tills.map(({ merchantId }) => merchantId)],
  );
  expect(rows).toEqual([{ listed: 300, statements: 3 }]);
});

test('a failed write of the log fails no call', async () => {
  const { merchantId } = await newTill(system);
  const requestLog = createRequestLog(system.deps);
  const caller = { merchantId, keyId: merchantId, access: { isLogged: true }, isRightSecret: true };
  requestLog.note(caller, noted(new Date(), -1));
  await expect(requestLog.stop()).resolves.toBeUndefined();
});

test('A24 the log shows each call with its outcome, newest first, without any code or secret', async () => {
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
    'select merchant_api_requests::text as row from merchant_api_requests',
  );
  const [, apiSecret = ''] = till.basic.split(':');
  for (const secret of [gift.code, apiSecret])
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
  expect(await loggedCalls(till, 2, { outcome: 'refused' })).toHaveLength(2);
  expect(await loggedCalls(till, 1, { outcome: 'succeeded', search: 'redeem' })).toHaveLength(1);
});

test('A24 the log stores request, answer and key of a call, without secrets and personal data', async () => {
  const till = await newFundedTill(system);
  const owner = await ownerOf(system, till);
  const { apiKey, apiSecret } = (
    await system.call(makeApiKey, { body: { name: 'Web shop', rights: 'everything' } }, owner)
  ).answer;
  const recipient = { name: 'Wanjiru Maina', phone: '0712000118', email: 'wanjiru@example.test' };
  const issued = await system.call(
    createVoucher,
    {
      headers: { 'idempotency-key': 'order-7' },
      body: { amount: 20, recipient, message: 'Heri njema', reference: 'order 7 of 0712000118' },
    },
    { basic: `${apiKey}:${apiSecret}` },
  );
  const [call] = await loggedCalls(till, 1, { search: 'create' });
  expect(call).toMatchObject({ keyName: 'Web shop', idempotencyKey: 'order-7', status: 200 });
  expect(JSON.parse(call?.sent ?? '')).toEqual({
    amount: 20,
    recipient: { name: '***', phone: '***', email: '***' },
    message: '***',
    reference: 'order 7 of ***',
  });
  expect(JSON.parse(call?.answered ?? '')).toMatchObject({
    id: issued.answer.id,
    object: 'voucher',
    status: 'ACTIVE',
    balance: 20,
    code: '***',
    claim_url: '***',
  });
  expect(await loggedCalls(till, 1, { search: call?.id })).toEqual([call]);
  expect(await loggedCalls(till, 1, { search: 'order-7' })).toEqual([call]);
});

test('logs the reason for a refusal with the misspelt field, and a list’s filters and first rows', async () => {
  const till = await newFundedTill(system);
  await redeem(system, till, (await makeGift(system, { amount: 100 })).code, { amount: 9_999 });
  for (let n = 0; n < 5; n += 1) await issue(system, till, { amount: 10 });
  await system.call(listTransactionsByMachine, { query: { type: 'voucher_created', limit: 50 } }, till);
  const [listed] = await loggedCalls(till, 1, { search: 'transactions' });
  expect(JSON.parse(listed?.sent ?? '')).toEqual({ type: 'voucher_created', limit: '50' });
  const { data } = JSON.parse(listed?.answered ?? '') as { data: unknown[] };
  expect([data.length, data[3]]).toEqual([4, '2 more']);
  const [refused] = await loggedCalls(till, 1, { outcome: 'refused' });
  expect(JSON.parse(refused?.sent ?? '')).toEqual({ amount: 9_999 });
  expect(JSON.parse(refused?.answered ?? '')).toMatchObject({
    status: 409,
    code: 'insufficient_voucher_balance',
    detail: 'The amount is more than the voucher has left. Please enter a smaller amount.',
  });
});

test('logs calls with a right key and wrong secret, but keeps the merchant’s own calls', async () => {
  const till = await newTill(system);
  const stranger = { ...till, basic: `${till.basic.slice(0, -1)}${till.basic.endsWith('x') ? 'y' : 'x'}` };
  const [apiKey = ''] = till.basic.split(':');
  const guessed = { ...till, basic: `${apiKey}:${newApiSecret(system.deps)}` };
  expect((await list(stranger)).status).toBe(401);
  expect(await loggedCalls(till, 1)).toMatchObject([{ status: 401, code: 'unauthenticated' }]);
  await Promise.all(Array.from({ length: 20 }, () => list(guessed)));
  await list(till);
  // Calls are written in order. Once the last call is stored, the earlier ones are, too.
  await loggedCalls(till, 1, { outcome: 'succeeded' });
  const calls = await loggedCalls(till, 3);
  const wrong = calls.filter(({ code }) => code === 'unauthenticated');
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong[0]).toMatchObject({ status: 401, keyName: 'Main key' });
  const counted = wrong.reduce((sum, { omittedAfter = 0 }) => sum + 1 + omittedAfter, 0);
  expect([counted, calls.filter(({ status }) => status === 200).length]).toEqual([21, 1]);
  expect(JSON.stringify(calls)).not.toContain(guessed.basic.split(':')[1]);
});

test('filters the log by key and days', async () => {
  const till = await newTill(system);
  const owner = await ownerOf(system, till);
  const { keyId, apiKey, apiSecret } = (
    await system.call(makeApiKey, { body: { name: 'Till 2', rights: 'read' } }, owner)
  ).answer;
  await list(till);
  await list({ ...till, basic: `${apiKey}:${apiSecret}` });
  await loggedCalls(till, 2);
  expect(await loggedCalls(till, 1, { keyId })).toMatchObject([{ keyName: 'Till 2' }]);
  expect(await loggedCalls(till, 1, { keyId: till.merchantId })).toMatchObject([{ keyName: 'Main key' }]);
  const today = nairobiDay(system.deps.clock.now());
  expect(await loggedCalls(till, 2, { from: today, to: today })).toHaveLength(2);
  expect(await loggedCalls(till, 0, { to: '2020-01-01' })).toEqual([]);
});

test('pages through the log, which shows only the merchant’s own calls', async () => {
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

test('logs no call while the merchant has switched logging off', async () => {
  const till = await newTill(system);
  await switchLogging(till, false);
  await list(till);
  await switchLogging(till, true);
  await list(till);
  expect(await loggedCalls(till, 1)).toHaveLength(1);
});

test('deletes logged calls after 30 days', async () => {
  // Removes calls that other tests logged with dates of years ago.
  await deleteOldCalls(system.deps);
  const till = await newTill(system);
  for (let n = 0; n < 3; n += 1) await list(till);
  const [newest] = await loggedCalls(till, 3);
  await system.owner.query(
    `update merchant_api_requests set at = now() - interval '31 days' where merchant_id = $1 and id <> $2`,
    [till.merchantId, newest?.id],
  );
  expect(await deleteOldCalls(system.deps)).toBe(2);
  expect(await loggedCalls(till, 1)).toEqual([newest]);
});
