import type { Endpoint } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyRow } from '../testing/every-row.ts';
import { STRANGE_TEXTS } from '../testing/examples.ts';
import { endpoints, nameOf, pathOf, refusalIn, sendRaw } from '../testing/raw-calls.ts';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let callers: Callers;
beforeAll(async () => {
  system = await createTestSystem();
  callers = await newCallers(system);
});
afterAll(() => system.close());

const reads = endpoints.filter(({ method }) => method === 'GET');
const addressed = reads.filter(({ params }) => params);
const asked = reads.filter(({ query }) => query instanceof z.ZodObject);

const PATIENCE = { timeout: 240_000 };

test('A18 refuses strange ids in the path of every readable object, without a fault', async () => {
  for (const endpoint of addressed) {
    const { path, method } = endpoint;
    for (const text of [
      '%00',
      '%F0%9F%8E%81',
      '..%2F..',
      '%27',
      'x'.repeat(400),
      'x'.repeat(600),
      '%E0%A4%A',
    ]) {
      const url = path.replace(/:\w+/u, text);
      const reply = await sendRaw(system, {
        method,
        path: url,
        headers: { authorization: authorizationFor(endpoint, callers) },
      });
      expect(`${method} ${path} ${text.slice(0, 9)}: ${refusalIn(url, reply)}`).toMatch(
        /: (404|422) [a-z_]+$/u,
      );
    }
  }
});

test(
  'A18 refuses strange query strings of every list, or finds nothing, without a fault',
  PATIENCE,
  async () => {
    await everyRow(asked, nameOf, async (endpoint) => {
      const { query: schema } = endpoint;
      for (const name of schema instanceof z.ZodObject ? Object.keys(schema.shape) : []) {
        for (const text of STRANGE_TEXTS.filter(({ length }) => length < 1_000)) {
          const query = new URLSearchParams({ ...endpoint.example?.query, [name]: text });
          const reply = await http(endpoint, `${pathOf(endpoint)}?${query.toString()}`);
          // Only a path with an id can be missing.
          const known = endpoint.params ? /: (200|404|422)$/u : /: (200|422)$/u;
          expect(`${name}=${text}: ${reply.statusCode}`).toMatch(known);
        }
      }
    });
  },
);

function http(endpoint: Endpoint, url: string) {
  const authorization = authorizationFor(endpoint, callers);
  return system.http.inject({ method: endpoint.method, url, headers: { authorization } });
}
