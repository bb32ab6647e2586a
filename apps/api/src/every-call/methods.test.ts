import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalIn, type RawReply } from '../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function send(method: 'GET' | 'PATCH' | 'POST', url: string): Promise<RawReply> {
  const reply = await system.http.inject({ method, url });
  return { status: reply.statusCode, json: reply.json(), headers: reply.headers };
}

test('Allow has all methods of a path, HEAD for each GET', async () => {
  const list = await send('PATCH', '/api/v1/transactions');
  expect(list.headers['allow']).toBe('GET, HEAD');
  expect((await send('GET', '/api/v1/vouchers/create/')).headers).not.toHaveProperty('allow');
  expect((await send('POST', '/openapi.json')).headers['allow']).toBe('GET, HEAD');
});

test('a path that does not exist stays 404 for every method', async () => {
  for (const path of ['/api/v1/none', '/api/none', '/api/v1/vouchers/create/more/and/more']) {
    for (const method of ['GET', 'POST', 'PATCH'] as const) {
      const reply = await send(method, path);
      expect(refusalIn(path, reply)).toBe('404 not_found');
      expect(reply.headers).not.toHaveProperty('allow');
    }
  }
});
