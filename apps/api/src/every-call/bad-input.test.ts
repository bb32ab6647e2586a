import { randomUUID } from 'node:crypto';
import {
  createTestVoucher,
  createVoucher,
  findNearShops,
  queryReceipt,
  redeemVoucher,
  registerBasket,
  registerTransaction,
  sample,
  sendTestEvent,
  settleOnDemand,
  type Endpoint,
} from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { bodiesOf, isWrongType, moneyCalls, requiredFieldsOf, STRANGE_TEXTS } from '../testing/examples.ts';
import { countTraces, pathOf, refusalIn, sendRaw, type RawReply } from '../testing/raw-calls.ts';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

/** Endpoints that need no existing object, so they succeed. */
const NAMING_NOTHING: readonly Endpoint[] = [
  createTestVoucher,
  findNearShops,
  registerBasket,
  sendTestEvent,
  queryReceipt,
  settleOnDemand,
];

const SENTENCES_OF_ZOD = /Invalid (?:input|option|string|\w+ format)|expected \w+|Too (?:small|big):/u;

const WRONG_TYPES = [null, true, -1, 1.5, 7, '', [], ['x'], {}, { $ne: '' }, { length: 6 }];

const NUMBERS = [
  ['0712345678', true],
  ['0112 345 678', true],
  ['712345678', true],
  ['+254 712-345-678', true],
  ['254112345678', true],
  ['2540712345678', true],
  ['00254 (0) 712\u2011345\u2011678', true],
  ['0812345678', false],
  ['071234567', false],
  ['07123456789', false],
  ['+255712345678', false],
  ['+1 712 345 6789', false],
  ['07l2345678', false],
  ['٠٧١٢٣٤٥٦٧٨', true],
  ['٠٢١٢٣٤٥٦٧٨', false],
  ['0900123456', false],
  ['', false],
] as const;

let system: TestSystem;
let callers: Callers;
let before: Record<string, number>;
beforeAll(async () => {
  system = await createTestSystem();
  // Switches all features on. A switched-off one would refuse every request before the tested checks.
  await system.owner.query('update feature_switches set is_on = true');
  callers = await newCallers(system);
  before = await countTraces(system);
});
afterAll(() => system.close());

function send(
  endpoint: Endpoint,
  payload: string | undefined,
  headers: Record<string, string> = {},
): Promise<RawReply> {
  const authorization = authorizationFor(endpoint, callers);
  return sendRaw(system, {
    method: endpoint.method,
    // Replaces codes by ids. An unknown code counts as a wrong code, and a till is limited after ten; an unknown id
    // does not count.
    path: pathOf(endpoint).replace(sample.code, sample.id),
    headers: { authorization, 'x-requestid': sample.id, 'idempotency-key': randomUUID(), ...headers },
    ...(payload !== undefined && { payload }),
  });
}

async function outcomeOf(endpoint: Endpoint, body: unknown): Promise<string> {
  const reply = await send(endpoint, JSON.stringify(body));
  return reply.status === 200 ? '200 ok' : refusalIn(endpoint.path, reply);
}

const bodies = moneyCalls.flatMap((endpoint) => bodiesOf(endpoint).map((body) => [endpoint, body] as const));

const PATIENCE = { timeout: 240_000 };
const nameOfBody = ([{ path }, body]: (typeof bodies)[number]) => `${path} ${JSON.stringify(body)}`;

// The last test checks the effects of the earlier ones.
describe('invalid input of every kind', { shuffle: false }, () => {
  test('every endpoint refuses a wrong type in any field, and names the field', PATIENCE, async () => {
    await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
      for (const field of Object.keys(valid)) {
        for (const wrong of WRONG_TYPES.filter((one) => isWrongType(endpoint, valid, field, one))) {
          const reply = await send(endpoint, JSON.stringify({ ...valid, [field]: wrong }));
          const what = `${field} = ${JSON.stringify(wrong)}`;
          expect(`${what}: ${refusalIn(endpoint.path, reply)}`).toBe(`${what}: 422 validation_failed`);
          expect(JSON.stringify(reply.json['fields'] ?? reply.json['errors'])).toContain(`"path":"${field}"`);
          expect(JSON.stringify(reply.json), what).not.toMatch(SENTENCES_OF_ZOD);
        }
      }
    });
  });

  test(
    'S481 every money endpoint refuses a body that lacks a required field or is not an object',
    PATIENCE,
    async () => {
      await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
        for (const field of requiredFieldsOf(endpoint, valid)) {
          const { [field]: _missing, ...rest } = valid;
          const reply = await send(endpoint, JSON.stringify(rest));
          expect(`${field}: ${refusalIn(endpoint.path, reply)}`).toBe(`${field}: 422 validation_failed`);
          expect(JSON.stringify(reply.json), field).not.toMatch(SENTENCES_OF_ZOD);
        }
        for (const body of [[], 'text', 7, true, [valid]]) {
          expect(await outcomeOf(endpoint, body)).toBe('422 validation_failed');
        }
      });
    },
  );

  test('A16 no endpoint fails because of strange text in any field', PATIENCE, async () => {
    await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
      for (const field of Object.keys(valid).filter((name) => typeof valid[name] === 'string')) {
        for (const text of STRANGE_TEXTS) {
          const outcome = await outcomeOf(endpoint, { ...valid, [field]: text });
          expect(`${field}: ${outcome}`).toMatch(/: 4\d\d [a-z_]+$/u);
        }
      }
    });
  });

  test(
    'A26 S487 every money endpoint refuses invalid JSON, deep nesting, large bodies and other media types',
    PATIENCE,
    async () => {
      await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
        for (const payload of ['{', '{"a":}', 'null,', '\u0000', '{"__proto__":{}}', ' ']) {
          const reply = await send(endpoint, payload, { 'content-type': 'application/json' });
          expect(`${payload}: ${refusalIn(endpoint.path, reply)}`).toBe(`${payload}: 400 invalid_json`);
        }
        const deep = `{"amount":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
        expect(refusalIn(endpoint.path, await send(endpoint, deep))).toMatch(
          'amount' in valid ? /^422 validation_failed$/u : /^422 (?:validation_failed|unknown_field)$/u,
        );
        const large = JSON.stringify({ ...valid, padding: 'x'.repeat(1_048_576) });
        expect(refusalIn(endpoint.path, await send(endpoint, large))).toBe('413 body_too_large');
        for (const type of ['application/xml', 'text/plain', 'multipart/form-data; boundary=x']) {
          const reply = await send(endpoint, JSON.stringify(valid), { 'content-type': type });
          expect(refusalIn(endpoint.path, reply)).toBe('415 unsupported_media_type');
        }
      });
    },
  );

  test(
    "A13 every endpoint reports a missing or another account's object as not found, and ignores or refuses unknown fields",
    PATIENCE,
    async () => {
      await everyRow(bodies, nameOfBody, async ([endpoint, valid]) => {
        if (NAMING_NOTHING.includes(endpoint)) return;
        const padded = { ...valid, isAdmin: true, balance: 1_000_000, status: 'COMPLETED', constructor: 'x' };
        // The till has no sales, so it cannot pay for a voucher.
        const nothingThere =
          endpoint === createVoucher
            ? /^409 insufficient_merchant_balance$/u
            : /^404 (voucher_|redemption_|hold_)?not_found$/u;
        expect(await outcomeOf(endpoint, valid)).toMatch(nothingThere);
        expect(await outcomeOf(endpoint, padded)).toMatch(
          endpoint.audience === 'machine' ? /^422 unknown_field$/u : nothingThere,
        );
      });
    },
  );

  test('S482 requires a valid id in the X-RequestID header', async () => {
    for (const [endpoint, body] of bodies.filter(([one]) => one.headers && one.audience === 'consumer')) {
      for (const header of ['', 'x', '1', "' or 1=1", sample.id.slice(1), `${sample.id}, ${sample.id}`]) {
        const reply = await send(endpoint, JSON.stringify(body), { 'x-requestid': header });
        expect(refusalIn(endpoint.path, reply)).toBe('422 validation_failed');
      }
    }
  });

  test('requires an Idempotency-Key of 1 to 255 characters', async () => {
    for (const key of ['', 'k'.repeat(256)]) {
      const reply = await send(redeemVoucher, '{}', { 'idempotency-key': key });
      expect(refusalIn(redeemVoucher.path, reply)).toMatch(
        /^4\d\d (validation_failed|idempotency_key_missing)$/u,
      );
    }
  });

  test('A17 accepts phone numbers in every usual notation, and nothing else', async () => {
    await everyRow(
      NUMBERS,
      ([number]) => number,
      async ([number, isTaken]) => {
        const [purchase] = bodiesOf(registerTransaction);
        const body = { ...purchase, recipientMsisdn: number };
        const expected = isTaken ? '404 not_found' : '422 validation_failed';
        expect(await outcomeOf(registerTransaction, body)).toBe(expected);
      },
    );
  });

  test('none of the invalid requests has changed the database', async () => {
    // A refusal for a low balance is stored with its idempotency key.
    expect(await countTraces(system)).toEqual({ ...before, keys: expect.any(Number) });
    const { rows } = await system.owner.query('select distinct status from idempotency_keys');
    expect(rows).toEqual([{ status: 409 }]);
  });
});
