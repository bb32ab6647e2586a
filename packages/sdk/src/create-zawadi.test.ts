import { afterEach, beforeEach, expect, test } from 'vitest';
import { createZawadi } from './create-zawadi.ts';
import { answer, startServer, type Server } from './testing/start-server.ts';

let server: Server;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const page = (ids: number[], next_cursor: string | null) =>
  answer(200, {
    object: 'list',
    data: ids.map((id) => ({ id })),
    has_more: next_cursor !== null,
    next_cursor,
  });

test('sends the amount "all" as it is, and no amount if the caller gives none', async () => {
  server.will(answer(200, {}), answer(200, {}), answer(200, {}), answer(200, {}));
  const { vouchers, holds } = server.clientWith();
  await vouchers.redeem('v-1', { amount: 'all' });
  await vouchers.hold('v-1', { amount: 'all' });
  await holds.capture('h-1', { amount: 'all' });
  await vouchers.redeem('v-1');
  expect(server.asked.map(({ body }) => body)).toEqual([
    '{"amount":"all"}',
    '{"amount":"all"}',
    '{"amount":"all"}',
    '{}',
  ]);
});

test('reads a list page by page to its end, with the same filters', async () => {
  server.will(page([1, 2], 'a+b'), page([], 'c'), page([3], null));
  const ids: unknown[] = [];
  const filters = {
    type: 'redemption',
    created: { gte: '2026-11-01' },
    limit: 2,
    status: undefined,
  } as const;
  for await (const { id } of server.clientWith().transactions.list(filters)) ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  const asked = server.asked.map(({ url }) => new URL(url, server.url));
  expect(asked.map(({ searchParams }) => searchParams.get('cursor'))).toEqual([null, 'a+b', 'c']);
  for (const { pathname, searchParams } of asked) {
    expect(pathname).toBe('/api/v1/transactions');
    searchParams.delete('cursor');
    expect(Object.fromEntries(searchParams)).toEqual({
      type: 'redemption',
      'created[gte]': '2026-11-01',
      limit: '2',
    });
  }
});

test('fetches a page of a list only when its items are read', async () => {
  server.will(page([1, 2], 'more'));
  for await (const { id } of server.clientWith().settlements.list()) {
    expect(id).toBe(1);
    break;
  }
  expect(server.asked).toHaveLength(1);
});

test('continues a list after a given cursor', async () => {
  server.will(page([7], null));
  const { data, next_cursor } = await server.clientWith().settlements.page({ cursor: 'here' });
  expect({ data, next_cursor }).toEqual({ data: [{ id: 7 }], next_cursor: null });
  expect(server.asked[0]?.url).toBe('/api/v1/settlements?cursor=here');
});

test('a refusal has the details of the answer, and ignores details of the wrong type', async () => {
  const about = {
    code: 'insufficient_voucher_balance',
    detail: 'Only KES 150 is left.',
    title: 'Too little',
  };
  const type = 'https://zawadi.example/developers/errors#insufficient_voucher_balance';
  server.will(
    answer(409, { ...about, type, param: 'amount', balance: 150 }),
    answer(409, { ...about, type: 7, param: null, balance: '150' }),
  );
  const { vouchers } = server.clientWith();
  const refusals = [await vouchers.redeem('v-1').catch(Object), await vouchers.redeem('v-1').catch(Object)];
  expect(refusals[0]).toMatchObject({
    code: about.code,
    title: about.title,
    message: about.detail,
    type,
    param: 'amount',
    balance: 150,
  });
  expect(refusals[1]).toMatchObject({
    code: about.code,
    type: undefined,
    param: undefined,
    balance: undefined,
  });
});

test('places a hold, captures a part of a hold, and releases a hold, each at its own path', async () => {
  server.will(...Array.from({ length: 4 }, () => answer(200, { object: 'hold' })));
  const { vouchers, holds } = server.clientWith();
  await vouchers.hold('AAAA-BBBB', { amount: 300, reference: 'order 7' });
  await holds.capture('h-1', { amount: 250 });
  await holds.release('h-2');
  await holds.retrieve('h-2');
  expect(server.asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/api/v1/vouchers/AAAA-BBBB/hold', JSON.stringify({ amount: 300, reference: 'order 7' })],
    ['POST', '/api/v1/holds/h-1/capture', JSON.stringify({ amount: 250 })],
    ['POST', '/api/v1/holds/h-2/release', '{}'],
    ['GET', '/api/v1/holds/h-2', ''],
  ]);
});

test('retrieves each kind of object at its own path, and resends and voids an issued voucher', async () => {
  const zawadi = server.clientWith();
  server.will(...Array.from({ length: 4 }, () => answer(200, {})), page([1], null));
  await zawadi.transactions.retrieve('t-1');
  await zawadi.settlements.retrieve('ST-20261120-7KQ2M');
  await zawadi.vouchers.resend('v-1', { idempotencyKey: 'k-1' });
  await zawadi.vouchers.void('v-1', { reason: 'Made by mistake' }, { idempotencyKey: 'k-2' });
  await zawadi.vouchers.page({ status: 'ACTIVE' });
  expect(server.asked.map(({ method, url, body }) => `${method} ${url} ${body}`.trim())).toEqual([
    'GET /api/v1/transactions/t-1',
    'GET /api/v1/settlements/ST-20261120-7KQ2M',
    'POST /api/v1/vouchers/v-1/resend {}',
    'POST /api/v1/vouchers/v-1/void {"reason":"Made by mistake"}',
    'GET /api/v1/vouchers?status=ACTIVE',
  ]);
  await expect(zawadi.transactions.retrieve('')).rejects.toThrow(TypeError);
});

test('refuses an empty id or code, because the path would be another endpoint’s', async () => {
  const { vouchers } = server.clientWith();
  await expect(vouchers.retrieve(' ')).rejects.toThrow(TypeError);
  await expect(vouchers.redeem('')).rejects.toThrow(TypeError);
  await expect(vouchers.reverse('v-1', '')).rejects.toThrow(TypeError);
  expect(server.asked).toHaveLength(0);
});

const settings = { apiKey: 'zk_1', apiSecret: 'zs_1', baseUrl: 'https://zawadi.example/api/v1/' };

test.each([
  ['no key', { apiKey: '' }],
  ['a key with a colon', { apiKey: 'zk:1' }],
  ['no secret', { apiSecret: '' }],
  ['a base URL without a scheme', { baseUrl: 'zawadi.example/api/v1' }],
  ['a base URL that would send the secret unencrypted', { baseUrl: 'http://zawadi.example/api/v1' }],
  ['a base URL whose host only begins like this machine', { baseUrl: 'http://127.0.0.1.example/api/v1' }],
  ['a time-out of zero', { timeoutMs: 0 }],
  ['half a retry', { maximumRetries: 0.5 }],
])('creating a client throws a TypeError for %s', (_what, wrong) => {
  expect(() => createZawadi({ ...settings, ...wrong })).toThrow(TypeError);
});

test('accepts base URLs with https, and with http only on this machine', () => {
  for (const baseUrl of [settings.baseUrl, 'http://localhost:4000/api/v1', 'http://[::1]:4000/api/v1']) {
    expect(() => createZawadi({ ...settings, baseUrl })).not.toThrow();
  }
});
