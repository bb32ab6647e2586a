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

test('a list is read to its end, page by page, under the same filters', async () => {
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

test('pages are fetched only as far as they are read', async () => {
  server.will(page([1, 2], 'more'));
  for await (const { id } of server.clientWith().settlements.list()) {
    expect(id).toBe(1);
    break;
  }
  expect(server.asked).toHaveLength(1);
});

test('a page may be asked for where the one before ended', async () => {
  server.will(page([7], null));
  const { data, next_cursor } = await server.clientWith().settlements.page({ cursor: 'here' });
  expect({ data, next_cursor }).toEqual({ data: [{ id: 7 }], next_cursor: null });
  expect(server.asked[0]?.url).toBe('/api/v1/settlements?cursor=here');
});

test('an empty name is refused, for it would be another address', async () => {
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
  ['an address without a scheme', { baseUrl: 'zawadi.example/api/v1' }],
  ['an address that would expose the secret on the way', { baseUrl: 'http://zawadi.example/api/v1' }],
  ['a name that only begins like this machine', { baseUrl: 'http://127.0.0.1.example/api/v1' }],
  ['no time', { timeoutMs: 0 }],
  ['half a retry', { maximumRetries: 0.5 }],
])('%s is refused before any call', (_what, wrong) => {
  expect(() => createZawadi({ ...settings, ...wrong })).toThrow(TypeError);
});

test('https anywhere, and http on this machine, are fine', () => {
  for (const baseUrl of [settings.baseUrl, 'http://localhost:4000/api/v1', 'http://[::1]:4000/api/v1']) {
    expect(() => createZawadi({ ...settings, baseUrl })).not.toThrow();
  }
});
