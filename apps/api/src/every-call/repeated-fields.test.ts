import { randomUUID } from 'node:crypto';
import { providerCallback, type Endpoint } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTraces, endpoints, pathOf, refusalIn, sendRaw } from '../testing/raw-calls.ts';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let callers: Callers;
beforeAll(async () => {
  system = await createTestSystem();
  callers = await newCallers(system);
});
afterAll(() => system.close());

function send(endpoint: Endpoint, payload: string) {
  const authorization = authorizationFor(
    // Endpoints for merchants and administrators are tried as a merchant.
    endpoint.audience === 'merchant-or-admin' ? { audience: 'merchant' } : endpoint,
    callers,
  );
  const headers = { authorization, 'x-requestid': randomUUID(), 'idempotency-key': randomUUID() };
  return sendRaw(system, { method: endpoint.method, path: pathOf(endpoint), headers, payload });
}

const takesJson = endpoints.filter(({ body, upload }) => body && !upload);

test('A26 every endpoint that takes JSON refuses a repeated field, and does nothing', async () => {
  const before = await countTraces(system);
  for (const endpoint of takesJson.filter(({ audience }) => audience !== 'provider')) {
    for (const payload of ['{"amount":1,"amount":2}', String.raw`{"x":[{"y":1,"\u0079":1}]}`]) {
      const outcome = refusalIn(endpoint.path, await send(endpoint, payload));
      expect(`${endpoint.path}: ${outcome}`).toBe(`${endpoint.path}: 400 repeated_field`);
    }
  }
  expect(await countTraces(system)).toEqual(before);
});

test('acknowledges an M-PESA callback with a repeated field, because M-PESA would send it again', async () => {
  const { status, json } = await send(providerCallback, '{"Body":1,"Body":2}');
  expect([status, json['ResultCode']]).toEqual([200, 0]);
});
