import { randomUUID } from 'node:crypto';
import { createVoucher, listTransactionsByMachine, redeemVoucher, sample } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { makeGift, leftOn } from '../testing/gifts.ts';
import { newFundedTill } from '../testing/merchant-api-calls.ts';
import { bodiesOf, type Body } from '../testing/examples.ts';
import {
  countTraces,
  endpoints,
  nameOf,
  pathOf,
  refusalIn,
  sendRaw,
  untilQuiet,
} from '../testing/raw-calls.ts';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let callers: Callers;
beforeAll(async () => {
  system = await createTestSystem();
  callers = await newCallers(system);
});
afterAll(() => system.close());

function send(endpoint: (typeof endpoints)[number], body: Body, path = pathOf(endpoint)) {
  const authorization = authorizationFor(endpoint, callers);
  const headers = { authorization, 'idempotency-key': randomUUID() };
  return sendRaw(system, { method: endpoint.method, path, headers, payload: JSON.stringify(body) });
}

const machineCalls = endpoints.filter(({ audience, body }) => audience === 'machine' && body);

test('every endpoint refuses an unknown field at any depth, and does nothing', async () => {
  await untilQuiet(system);
  await everyRow(
    machineCalls.flatMap((one) => bodiesOf(one).map((body) => [one.path, one, body] as const)),
    ([path, , body]) => `${path} ${JSON.stringify(body)}`,
    async ([path, endpoint, body]) => {
      const before = await countTraces(system);
      const objects = Object.keys(body).filter(
        (name) => name !== 'metadata' && typeof body[name] === 'object',
      );
      const places = [
        { at: 'surplus', sent: { ...body, surplus: 1 } },
        ...objects.map((name) => ({
          at: `${name}.surplus`,
          sent: { ...body, [name]: { ...Object(body[name]), surplus: null } },
        })),
      ];
      for (const { at, sent } of places) {
        const reply = await send(endpoint, sent);
        expect(`${at}: ${refusalIn(path, reply)}`).toBe(`${at}: 422 unknown_field`);
        expect(reply.json['errors']).toEqual([{ path: at, message: expect.any(String) }]);
      }
      expect(await countTraces(system)).toEqual(before);
    },
  );
});

test('refuses a misspelt field and suggests the right name', async () => {
  await everyRow(
    [
      ['amout', 'amount'],
      ['Amount', 'amount'],
      ['expiresAt', 'expires_at'],
      ['recipeint', 'recipient'],
    ] as const,
    ([given]) => given,
    async ([given, meant]) => {
      const reply = await send(createVoucher, { amount: 10, recipient: { name: sample.name }, [given]: 10 });
      expect(refusalIn(createVoucher.path, reply)).toBe('422 unknown_field');
      expect(reply.json['detail']).toContain(given);
      expect(reply.json['detail']).toContain(`did you mean \`${meant}\`?`);
    },
  );
});

test('names an unknown nested field with its path, and suggests nothing if no name is similar', async () => {
  const recipient = { name: sample.name, fone: sample.msisdn, isAdmin: true };
  const { json } = await send(createVoucher, { amount: 10, recipient });
  expect(json['errors']).toEqual([
    { path: 'recipient.fone', message: expect.stringContaining('did you mean `recipient.phone`?') },
    { path: 'recipient.isAdmin', message: expect.not.stringContaining('did you mean') },
  ]);
});

test('redeems nothing if the amount is misspelt, and accepts the corrected request under the same key', async () => {
  const [till, gift] = [await newFundedTill(system), await makeGift(system, { amount: 1_000 })];
  const take = (body: object) =>
    sendRaw(system, {
      method: 'POST',
      path: redeemVoucher.path.replace(':id', gift.code),
      headers: { authorization: `Basic ${btoa(till.basic)}`, 'idempotency-key': 'one' },
      payload: JSON.stringify(body),
    });
  expect(refusalIn(redeemVoucher.path, await take({ amout: 10 }))).toBe('422 unknown_field');
  expect(await leftOn(system, gift)).toBe(950);
  expect((await take({ amount: 10 })).status).toBe(200);
  expect(await leftOn(system, gift)).toBe(940);
});

test('every endpoint of the merchant API refuses an unknown query parameter, and does nothing', async () => {
  await untilQuiet(system);
  await everyRow(
    endpoints.filter(({ audience }) => audience === 'machine'),
    nameOf,
    async (endpoint) => {
      const before = await countTraces(system);
      const [body] = endpoint.body ? bodiesOf(endpoint) : [];
      const reply = await sendRaw(system, {
        method: endpoint.method,
        path: `${pathOf(endpoint)}?surplus=1`,
        headers: { authorization: authorizationFor(endpoint, callers), 'idempotency-key': randomUUID() },
        ...(endpoint.body && { payload: JSON.stringify(body ?? {}) }),
      });
      expect(refusalIn(endpoint.path, reply)).toBe('422 unknown_field');
      expect(reply.json['param']).toBe('surplus');
      expect(await countTraces(system)).toEqual(before);
    },
  );
});

test('refuses a misspelt query parameter and suggests the right one', async () => {
  const authorization = authorizationFor(listTransactionsByMachine, callers);
  for (const [given, meant] of [
    ['limt', 'limit'],
    ['created[gt]', 'created[gte]'],
    ['createdGte', 'created[gte]'],
  ] as const) {
    const path = `${listTransactionsByMachine.path}?${new URLSearchParams({ [given]: '1' }).toString()}`;
    const { json } = await sendRaw(system, { method: 'GET', path, headers: { authorization } });
    expect(json).toMatchObject({
      code: 'unknown_field',
      detail: `\`${given}\` is not a parameter of this call: did you mean \`${meant}\`?`,
    });
  }
});
