import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, endpointsIn, isWrongSecret, type Endpoint } from './endpoint.ts';
import * as contract from './index.ts';
import { uuid } from './text.ts';

const PARTS = ['params', 'query', 'body', 'answer'] as const;
const endpoints = endpointsIn(contract);

type Json = { properties?: object; required?: string[]; anyOf?: Json[]; oneOf?: Json[] };

/** Returns all object shapes that the schema accepts. */
function shapesOf(schema: z.ZodType): Json[] {
  // Without a registry of ids, JSON Schema contains named schemas themselves and not references to them.
  const metadata = z.registry<object>();
  const json: Json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata });
  return json.anyOf ?? json.oneOf ?? [json];
}

function needsExample(one: Endpoint): boolean {
  const { params, query, body, upload, audience } = one;
  const hasFields = (schema: z.ZodType) =>
    shapesOf(schema).some(({ properties = {} }) => Object.keys(properties).length > 0);
  return (
    params !== undefined ||
    (query !== undefined && shapesOf(query).every(({ required = [] }) => required.length > 0)) ||
    (body !== undefined && !upload && audience !== 'provider' && hasFields(body))
  );
}

/** Returns whether the OpenAPI document shows an example of this part. Examples of answers are optional. */
function isShown(part: (typeof PARTS)[number], { upload, example }: Endpoint): boolean {
  return part === 'answer' ? example?.answer !== undefined : part !== 'body' || !upload;
}

const named = (one: Endpoint) => `${one.method} ${one.path}`;

test('every endpoint with parameters or a body has an example', () => {
  const lacking = endpoints.filter((one) => needsExample(one) && !one.example);
  expect(lacking.map(named)).toEqual([]);
});

test("every example fits its endpoint's schemas and has no unknown field", () => {
  for (const one of endpoints.filter(({ example }) => example)) {
    for (const part of PARTS.filter((name) => isShown(name, one))) {
      const schema = one[part] ?? z.undefined();
      const example = one.example?.[part] ?? (one[part] && {});
      // Without an example, all fields of the part must be optional.
      expect.soft(schema.safeParse(example).error?.issues ?? [], `${named(one)} ${part}`).toEqual([]);
      const known = shapesOf(schema).flatMap(({ properties = {} }) => Object.keys(properties));
      expect.soft(known, `${named(one)} ${part}`).toEqual(expect.arrayContaining(Object.keys(example ?? {})));
    }
  }
});

test('an example that does not fit the schemas is a type error', () => {
  const declaration = {
    method: 'POST',
    path: '/api/test/:id',
    audience: 'anyone',
    tag: 'Test',
    summary: 'A call',
    params: z.object({ id: uuid }),
    body: z.object({ amount: z.number(), words: z.array(z.string()).optional() }),
    answer: z.unknown(),
    refusals: [],
    rate: { perMinute: 60, guesses: 'none' },
  } as const;
  const params = { id: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11' };
  endpoint({ ...declaration, example: { params, body: { amount: 10, words: ['a'] } } });
  // @ts-expect-error -- the amount is a number
  endpoint({ ...declaration, example: { params, body: { amount: '10' } } });
  // @ts-expect-error -- the amount is missing
  endpoint({ ...declaration, example: { params, body: {} } });
  // @ts-expect-error -- a call without a session must say how it is counted
  endpoint({ ...declaration, rate: { perMinute: 60 } });
  // @ts-expect-error -- there is no query
  endpoint({ ...declaration, example: { query: { limit: 1 } } });
  expect(endpoints.length).toBeGreaterThan(200);
});

test('a public endpoint that takes a secret limits guesses, and its `token` names one of its fields', () => {
  for (const one of endpoints) {
    if (one.audience !== 'anyone') continue;
    const { guesses, token } = one.rate;
    expect.soft(guesses !== 'none', named(one)).toBe(one.refusals.some(isWrongSecret));
    const fields = [one.params, one.body].flatMap((schema) =>
      schema ? shapesOf(schema).flatMap(({ required = [] }) => required) : [],
    );
    expect.soft(token === undefined || fields.includes(token.field), named(one)).toBe(true);
  }
});
