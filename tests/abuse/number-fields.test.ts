import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { authorizationFor, newCallers, type Callers } from '../../apps/api/src/testing/callers.ts';
import { everyRow } from '../../apps/api/src/testing/every-row.ts';
import { countTraces, endpoints, pathOf, refusalIn, sendRaw } from '../../apps/api/src/testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';

type Json = {
  type?: string;
  const?: unknown;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  multipleOf?: number;
  enum?: unknown[];
};
type NumberField = {
  name: string;
  endpoint: Endpoint;
  path: string;
  /** The smallest valid body that has the field, with a marker in place of the number. */
  body: unknown;
  least: number;
  most: number;
  /** The number must be a multiple of this. */
  step: number;
};

const MARK = '"the number"';
const NUMBERS = [
  '-1',
  '-0',
  '0',
  '0.1',
  '10.5',
  '1e-7',
  '1e400',
  '-1e400',
  '1e3',
  '9007199254740993',
  '9999999999',
];
const NO_NUMBERS = [
  '"10"',
  '"1e3"',
  '" 10 "',
  '"١٠"',
  '"１０"',
  '""',
  '[10]',
  '[]',
  '{}',
  'null',
  'true',
  '"NaN"',
];
const NO_JSON = ['NaN', 'Infinity', '-Infinity', '0x10', '010', '+1', '1_000', '1n', '.5', '', "'10'"];

let system: TestSystem;
let callers: Callers;
beforeAll(async () => {
  system = await createTestSystem();
  callers = await newCallers(system);
});
afterAll(() => system.close());

/** Every number that the contract declares in a request body, except degrees, which have decimals. */
const fields: NumberField[] = endpoints.flatMap((endpoint) => {
  if (!endpoint.body || endpoint.upload || endpoint.audience === 'provider') return [];
  const json: Json = Object(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }));
  return numbersIn(json, '')
    .filter(({ path }) => path !== 'latitude' && path !== 'longitude')
    .map((field) => ({ ...field, endpoint, name: `${endpoint.path} ${field.path}` }));
});

function numbersIn(
  json: Json,
  path: string,
): Pick<NumberField, 'path' | 'body' | 'least' | 'most' | 'step'>[] {
  if (json.type === 'integer' || json.type === 'number') {
    const { minimum, exclusiveMinimum, maximum, multipleOf: step = 1 } = json;
    const least = minimum ?? (exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1);
    return [{ path, body: 'the number', least, most: maximum ?? Infinity, step }];
  }
  const { properties = {}, items, anyOf = [], oneOf = [] } = json;
  // The discriminator of a union must be present, or another variant matches.
  const fixed = Object.fromEntries(
    Object.entries(properties).flatMap(([name, part]) => {
      if ('const' in part) return [[name, part.const]];
      return part.enum === undefined ? [] : [[name, part.enum[0]]];
    }),
  );
  const inside = Object.entries(properties).flatMap(([name, part]) =>
    numbersIn(part, path === '' ? name : `${path}.${name}`).map((field) => ({
      ...field,
      body: { ...fixed, [name]: field.body },
    })),
  );
  const inItems = items ? numbersIn(items, `${path}.0`) : [];
  return [
    ...inside,
    ...inItems.map((field) => ({ ...field, body: [field.body] })),
    ...[...anyOf, ...oneOf].flatMap((part) => numbersIn(part, path)),
  ];
}

/**
 * Sends a value for the number field. Returns whether the answer refuses this field; it may also name other missing
 * fields.
 */
async function outcomeOf({ endpoint, body, path }: NumberField, text: string): Promise<string> {
  const reply = await sendRaw(system, {
    method: endpoint.method,
    path: pathOf(endpoint),
    headers: {
      authorization: authorizationFor(endpoint, callers),
      'x-requestid': randomUUID(),
      'idempotency-key': randomUUID(),
    },
    payload: JSON.stringify(body).replace(MARK, text),
  });
  if (reply.status === 200) return 'taken';
  const refusal = refusalIn(endpoint.path, reply);
  if (refusal !== '422 validation_failed') return refusal === '400 invalid_json' ? refusal : 'taken';
  const problems = JSON.stringify(reply.json['fields'] ?? reply.json['errors']);
  return problems.includes(`"path":"${path}"`) ? 'refused' : 'taken';
}

function isWithin({ least, most, step }: NumberField, text: string): boolean {
  const value: unknown = JSON.parse(text);
  return (
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value >= least &&
    value <= most &&
    value % step === 0
  );
}

test('A15 the contract contains the known money fields', () => {
  const names = fields.map(({ name }) => name);
  for (const name of [
    '/api/mpesa/register-transaction amount',
    '/api/mpesa/purchase amount',
    '/api/mpesa/b2c amount',
    '/api/redemptions/v1/redeem amount',
    '/api/v1/vouchers/:id/redeem amount',
    '/api/v1/vouchers/create amount',
    '/api/wallets/v1/give-up amount',
    '/api/admin/v1/adjustments amount',
    '/api/admin/v1/fees-and-limits feesAndLimits.limits.daily',
    '/api/admin/v1/fraud-rules rules.unusuallyLarge.leastAmount',
  ])
    expect(names).toContain(name);
});

test(
  'A15 every number field accepts whole JSON numbers within its limits and nothing else',
  { timeout: 240_000 },
  async () => {
    await everyRow(
      fields,
      ({ name }) => name,
      async (field) => {
        const before = await countTraces(system);
        for (const text of [...NUMBERS, ...NO_NUMBERS].filter((one) => !isWithin(field, one))) {
          expect(`${text}: ${await outcomeOf(field, text)}`).toBe(`${text}: refused`);
        }
        for (const text of NO_JSON) {
          expect(`${text}: ${await outcomeOf(field, text)}`).toBe(`${text}: 400 invalid_json`);
        }
        expect(await countTraces(system)).toEqual(before);
        const good = Math.max(field.least, Math.min(field.most, 10));
        expect(await outcomeOf(field, String(Math.ceil(good / field.step) * field.step))).toBe('taken');
      },
    );
  },
);
