import type { Endpoint } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { newConsumer } from '../testing/consumers.ts';
import { endpoints, pathOf } from '../testing/raw-calls.ts';
import { newOfficer, type Officer } from '../testing/settlement-calls.ts';
import { authorizationFor, newShop, type Shop } from '../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let person: SignedIn;
let shop: Shop;
let officer: Officer;
beforeAll(async () => {
  system = await createTestSystem();
  person = await newConsumer(system);
  shop = await newShop(system);
  officer = await newOfficer(system, 'administrator');
});
afterAll(() => system.close());

const DAYS = ['0000-01-01', '0001-01-01', '9999-12-31', '0000-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59'];
const MADE_UP = [
  `9999-99-99 99:99:99+99 / ${newId()}`,
  `0000-01-01 00:00:00+00 / ${newId()}`,
  `2026-02-30 10:00:00+00 / ${newId()}`,
  `2026-11-20 10:00:00+23 / ${newId()}`,
  `2026-11-20 10:00:00+00 / ${'-'.repeat(36)}`,
].map((place) => Buffer.from(place).toString('base64url'));

const asked = endpoints.filter(({ method, query }) => method === 'GET' && query instanceof z.ZodObject);

test.each(asked.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s refuses a made-up cursor or day, and never fails on it',
  async (_path, endpoint) => {
    const names = fieldsOf(endpoint);
    for (const name of names) {
      for (const value of name === 'cursor' ? MADE_UP : [...DAYS, 'nul \u0000', '9'.repeat(30)]) {
        const query = new URLSearchParams({ ...endpoint.example?.query, [name]: value });
        const status = await ask(endpoint, query);
        expect(`${name}=${value}: ${status}`).toMatch(
          name === 'cursor' ? /: (404|422)$/u : /: (200|404|422)$/u,
        );
      }
    }
  },
);

test('a picture or logo with an impossible name is refused', async () => {
  for (const endpoint of endpoints.filter(({ path }) => path.endsWith('/:name'))) {
    const path = endpoint.path.replace(':name', '%00');
    const reply = await system.http.inject({ method: endpoint.method, url: path });
    expect(reply.statusCode).toBe(422);
  }
});

function fieldsOf({ query }: Endpoint): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

/** Also waits for the end of a file: what breaks it off half-way rejects. */
async function ask(endpoint: Endpoint, query: URLSearchParams): Promise<number> {
  const reply = await system.http.inject({
    method: endpoint.method,
    url: `${pathOf(endpoint)}?${query.toString()}`,
    headers: { authorization: authorizationFor(endpoint, { person, shop, officer }) },
  });
  return reply.statusCode;
}
