import type { Endpoint } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { everyRow } from '../testing/every-row.ts';
import { endpoints, nameOf, pathOf } from '../testing/raw-calls.ts';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let callers: Callers;
beforeAll(async () => {
  system = await createTestSystem();
  callers = await newCallers(system);
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

test('no list fails because of a made-up cursor or day', { timeout: 240_000 }, async () => {
  await everyRow(asked, nameOf, async (endpoint) => {
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
  });
});

test('refuses the name of a picture or logo that was never issued', async () => {
  for (const endpoint of endpoints.filter(({ path }) => path.endsWith('/:name'))) {
    const path = endpoint.path.replace(':name', '%00');
    const reply = await system.http.inject({ method: endpoint.method, url: path });
    expect(reply.statusCode).toBe(422);
  }
});

function fieldsOf({ query }: Endpoint): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

/** Requests a list, and waits for the end of a file. An interrupted file rejects. */
async function ask(endpoint: Endpoint, query: URLSearchParams): Promise<number> {
  const reply = await system.http.inject({
    method: endpoint.method,
    url: `${pathOf(endpoint)}?${query.toString()}`,
    headers: { authorization: authorizationFor(endpoint, callers) },
  });
  return reply.statusCode;
}
