import { createVoucher, endpointsIn, problemCodesOf, webhookType, type Endpoint } from '@zawadi/contract';
import * as contract from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { newFundedTill } from '../testing/merchant-api-calls.ts';
import { nameOf } from '../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  description?: string;
  enum?: string[];
};
type Operation = {
  operationId: string;
  security?: object[];
  parameters: { $ref?: string; name?: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema; example: object }> };
  responses: Record<
    string,
    { description: string; headers?: object; content: Record<string, { schema: Schema; example?: object }> }
  >;
};
type Document = {
  servers: { url: string }[];
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    securitySchemes: object;
    parameters: Record<string, object>;
    schemas: Record<string, Schema>;
  };
};

let system: TestSystem;
let document: Document;
beforeAll(async () => {
  system = await createTestSystem();
  const reply = await system.http.inject({ url: '/openapi.json' });
  document = reply.json<Document>();
});
afterAll(() => system.close());

const machineCalls = endpointsIn(contract).filter(({ audience }) => audience === 'machine');

function operationOf({ path, method }: Endpoint): Operation {
  const operation = document.paths[path.replaceAll(/:(\w+)/gu, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  return operation;
}

test('the document is public, cached, readable by tools of other sites, and names its own deployment', async () => {
  const { headers, statusCode } = await system.http.inject({ url: '/openapi.json' });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, no-cache',
    etag: expect.any(String),
  });
  expect(document.servers).toEqual([{ url: system.deps.config.publicUrl }]);
  expect((await system.http.inject({ url: '/api/docs/merchant-api.json' })).json()).toEqual(document);
});

test('every endpoint has a name, described parameters, named schemas, refusals by code and valid examples', async () => {
  await everyRow(machineCalls, nameOf, (endpoint) => {
    const operation = operationOf(endpoint);
    expect(operation.operationId).toMatch(/^[a-z][a-zA-Z]+$/u);
    const schemaIn = (content?: Record<string, { schema: Schema }>) =>
      content?.['application/json']?.schema.$ref?.split('/').at(-1);
    expect(schemaIn(operation.responses['200']?.content)).toMatch(/^[A-Z]/u);
    expect(operation.responses['200']?.content['application/json']?.example).toEqual(
      endpoint.example?.answer,
    );
    const asked = operation.requestBody?.content;
    expect(schemaIn(asked) ?? 'Request').toMatch(/Request$/u);
    expect(asked?.['application/json']?.example).toEqual(endpoint.body && (endpoint.example?.body ?? {}));
    const keys = operation.parameters.filter(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(keys).toHaveLength(endpoint.method === 'GET' ? 0 : 1);

    const codes = Object.entries(operation.responses)
      .filter(([status]) => status !== '200')
      .flatMap(([, { content }]) => content['application/problem+json']?.schema.allOf ?? []);
    expect(codes.flatMap(({ properties }) => properties?.['code']?.enum ?? []).toSorted()).toEqual(
      problemCodesOf(endpoint).toSorted(),
    );
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '429', '500', '503']),
    );
    expect(Object.keys(operation.responses['429']?.headers ?? {})).toContain('Retry-After');
  });
});

test('has unique operation names, and requires the idempotency key', () => {
  const names = machineCalls.map((endpoint) => operationOf(endpoint).operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['createVoucher', 'retrieveVoucher', 'redeemVoucher', 'reverseRedemption']),
  );
  expect(document.components.parameters['IdempotencyKey']).toMatchObject({
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
  });
  expect(document.components.securitySchemes).toEqual({
    merchantKey: expect.objectContaining({ scheme: 'basic' }),
  });
});

test('rejects unknown request fields at every depth, and allows new response fields', () => {
  const open = Object.entries(document.components.schemas).filter(([name]) => !name.endsWith('Request'));
  expect(JSON.stringify(open)).not.toContain('"additionalProperties":false');
  const { CreateVoucherRequest: request } = document.components.schemas;
  expect(request).toMatchObject({
    additionalProperties: false,
    properties: { recipient: { additionalProperties: false }, amount: { description: expect.any(String) } },
  });
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Problem', 'Redemption', 'Settlement', 'Transaction', 'Voucher']),
  );
});

test('documents every event as it is sent and signed', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual(webhookType.options.toSorted());
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const name = post.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
    expect(document.components.schemas[name]?.properties?.['type']).toMatchObject({ const: type });
    expect(post.parameters).toHaveLength(3);
    expect(post.security).toEqual([]);
  }
});

test('the API accepts the example of every request that needs no existing object', async () => {
  const till = await newFundedTill(system);
  const reply = await system.http.inject({
    method: 'POST',
    url: createVoucher.path,
    headers: { authorization: `Basic ${btoa(till.basic)}`, 'idempotency-key': 'example' },
    payload: operationOf(createVoucher).requestBody?.content['application/json']?.example ?? {},
  });
  expect(reply.json()).toMatchObject({ object: 'voucher', amount: 10, balance: 10, reference: 'order 7' });
  expect(Object.keys(reply.json()).toSorted()).toEqual(Object.keys(createVoucher.example.answer).toSorted());
});
