import { randomUUID } from 'node:crypto';
import {
  createVoucher,
  redeemAtTill,
  redeemVoucher,
  registerTransaction,
  type Endpoint,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newConsumer } from '../testing/consumers.ts';
import { countTraces, endpoints, pathOf, refusalIn, sendRaw, type RawReply } from '../testing/raw-calls.ts';
import { newOfficer, type Officer } from '../testing/settlement-calls.ts';
import { authorizationFor, newShop, type Shop } from '../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import {
  BODIES,
  ID,
  LISTS,
  registration,
  STRANGE_TEXTS,
  WITHOUT_BODY,
} from '../testing/well-formed-bodies.ts';

const OPTIONAL = new Set([
  'transactionDesc',
  'cloth',
  'deliverAt',
  'otp',
  'expires_at',
  'merchantCode',
  'upTo',
]);
const WRONG_TYPES = [null, true, -1, 1.5, 7, '', [], ['x'], {}, { $ne: '' }, { length: 6 }];
const MONEY =
  /^\/api\/(?:(?:mpesa|vouchers|v1|till|fraud-alerts)\/|merchants\/v1\/(?:transactions|overview|report|settlements)|admin\/v1\/(?:settlements|adjustments|transactions|vouchers|approvals|reviews|reconciliation\/(?:runs|items|recheck|query|book|explain)))/u;

let system: TestSystem;
let person: SignedIn;
let shop: Shop;
let officer: Officer;
let before: Record<string, number>;
beforeAll(async () => {
  system = await createTestSystem();
  // Switched off it refuses everything alike, and nothing behind it would be tried.
  await system.owner.query('update feature_switches set is_on = true');
  person = await newConsumer(system);
  shop = await newShop(system);
  officer = await newOfficer(system, 'administrator');
  before = await countTraces(system);
});
afterAll(() => system.close());

function send(
  endpoint: Endpoint,
  payload: string | undefined,
  headers: Record<string, string> = {},
): Promise<RawReply> {
  const authorization = authorizationFor(endpoint, { person, shop, officer });
  return sendRaw(system, {
    method: endpoint.method,
    path: pathOf(endpoint),
    headers: { authorization, 'x-requestid': ID, 'idempotency-key': randomUUID(), ...headers },
    ...(payload !== undefined && { payload }),
  });
}

async function outcomeOf(endpoint: Endpoint, body: unknown): Promise<string> {
  const reply = await send(endpoint, JSON.stringify(body));
  return reply.status === 200 ? '200 ok' : refusalIn(endpoint.path, reply);
}

test('every call about money is covered here', () => {
  const ours = endpoints.filter(({ path }) => MONEY.test(path));
  const covered = new Set([...BODIES.map(([endpoint]) => endpoint), ...WITHOUT_BODY, ...LISTS]);
  expect([...covered].map(({ path }) => path).toSorted()).toEqual(ours.map(({ path }) => path).toSorted());
});

describe.each(BODIES.map(([endpoint, body], n) => [`${endpoint.path} (${n})`, endpoint, body] as const))(
  '%s',
  (_name, endpoint, valid) => {
    test('refuses every wrong type of every field, and names the field', async () => {
      for (const [field, value] of Object.entries(valid)) {
        for (const wrong of WRONG_TYPES.filter((one) => isWrongFor(endpoint, field, value, one))) {
          const reply = await send(endpoint, JSON.stringify({ ...valid, [field]: wrong }));
          const what = `${field} = ${JSON.stringify(wrong)}`;
          expect(`${what}: ${refusalIn(endpoint.path, reply)}`).toBe(`${what}: 422 validation_failed`);
          expect(JSON.stringify(reply.json['fields'] ?? reply.json['errors'])).toContain(`"path":"${field}"`);
        }
      }
    });

    test('refuses a body without a field it needs, and one that is no object', async () => {
      for (const field of Object.keys(valid).filter((one) => !isOptional(endpoint, one))) {
        const { [field]: _missing, ...rest } = valid;
        expect(`${field}: ${await outcomeOf(endpoint, rest)}`).toBe(`${field}: 422 validation_failed`);
      }
      for (const body of [[], 'text', 7, true, [valid]]) {
        expect(await outcomeOf(endpoint, body)).toBe('422 validation_failed');
      }
    });

    test('A16 answers every strange text in every field with a refusal, never with a fault', async () => {
      for (const field of Object.keys(valid).filter((name) => typeof valid[name] === 'string')) {
        for (const text of STRANGE_TEXTS) {
          const outcome = await outcomeOf(endpoint, { ...valid, [field]: text });
          expect(`${field}: ${outcome}`).toMatch(/: 4\d\d [a-z_]+$/u);
        }
      }
    });

    test('A26 refuses what is not JSON, nested too deep, too large or of another media type', async () => {
      for (const payload of ['{', '{"a":}', 'null,', '\u0000', '{"__proto__":{}}', '']) {
        const reply = await send(endpoint, payload, { 'content-type': 'application/json' });
        expect(`${payload}: ${refusalIn(endpoint.path, reply)}`).toBe(`${payload}: 400 invalid_json`);
      }
      const deep = `{"amount":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
      // Where a body has no fields, all of it is passed over.
      const isPassedOver = Object.keys(valid).length === 0;
      expect(refusalIn(endpoint.path, await send(endpoint, deep))).toBe(
        isPassedOver ? '404 voucher_not_found' : '422 validation_failed',
      );
      const large = JSON.stringify({ ...valid, padding: 'x'.repeat(1_048_576) });
      expect(refusalIn(endpoint.path, await send(endpoint, large))).toBe('413 body_too_large');
      for (const type of ['application/xml', 'text/plain', 'multipart/form-data; boundary=x']) {
        const reply = await send(endpoint, JSON.stringify(valid), { 'content-type': type });
        expect(refusalIn(endpoint.path, reply)).toBe('400 unsupported_media_type');
      }
    });

    test('A13 finds nothing that does not exist or is not mine, with fields it does not know passed over', async () => {
      const padded = { ...valid, isAdmin: true, balance: 1_000_000, status: 'COMPLETED', constructor: 'x' };
      for (const body of [valid, padded]) {
        // A till that has sold nothing yet has nothing to make a voucher of.
        expect(await outcomeOf(endpoint, body)).toMatch(
          endpoint === createVoucher
            ? /^409 insufficient_merchant_balance$/u
            : /^404 (voucher_|redemption_)?not_found$/u,
        );
      }
    });
  },
);

test('the id of a request is a header that has to be one', async () => {
  for (const [endpoint, body] of BODIES.filter(([one]) => one.headers && one.audience === 'consumer')) {
    for (const header of ['', 'x', '1', "' or 1=1", ID.slice(1), `${ID}, ${ID}`]) {
      const reply = await send(endpoint, JSON.stringify(body), { 'x-requestid': header });
      expect(refusalIn(endpoint.path, reply)).toBe('422 validation_failed');
    }
  }
});

test('an Idempotency-Key has between 1 and 255 characters', async () => {
  for (const key of ['', 'k'.repeat(256)]) {
    const reply = await send(redeemVoucher, '{}', { 'idempotency-key': key });
    expect(refusalIn(redeemVoucher.path, reply)).toMatch(
      /^4\d\d (validation_failed|idempotency_key_missing)$/u,
    );
  }
});

test.each([
  ['0712345678', true],
  ['0112 345 678', true],
  ['712345678', true],
  ['+254 712-345-678', true],
  ['254112345678', true],
  ['2540712345678', false],
  ['0812345678', false],
  ['071234567', false],
  ['07123456789', false],
  ['+255712345678', false],
  ['+1 712 345 6789', false],
  ['07l2345678', false],
  ['٠٧١٢٣٤٥٦٧٨', false],
  ['0900123456', false],
  ['', false],
])('A17 the phone number %s is taken: %s', async (number, isTaken) => {
  const body = { ...registration, transactionType: 'purchase', recipientMsisdn: number };
  const expected = isTaken ? '404 not_found' : '422 validation_failed';
  expect(await outcomeOf(registerTransaction, body)).toBe(expected);
});

test('all of this left nothing behind', async () => {
  // That a balance was too small is an answer like any other, and kept with its key.
  expect(await countTraces(system)).toEqual({ ...before, keys: expect.any(Number) });
  const { rows } = await system.owner.query('select distinct status from idempotency_keys');
  expect(rows).toEqual([{ status: 409 }]);
});

function isOptional(endpoint: Endpoint, field: string): boolean {
  if (endpoint === createVoucher && ['message', 'reference'].includes(field)) return true;
  if (endpoint === redeemAtTill && field === 'amount') return true;
  return OPTIONAL.has(field) || endpoint === redeemVoucher;
}

/** A wrong value of the right kind is the business of other tests; free texts may be empty. */
function isWrongFor(endpoint: Endpoint, field: string, value: unknown, wrong: unknown): boolean {
  const isFreeText = endpoint === createVoucher && (field === 'message' || field === 'reference');
  if ((field === 'transactionDesc' || isFreeText) && wrong === '') return false;
  return typeof wrong !== typeof value || wrong === '';
}
