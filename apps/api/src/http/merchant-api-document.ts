import {
  describeProblem,
  takesIdempotencyKey,
  problem,
  problemCodesOf,
  type Endpoint,
  type ProblemCode,
} from '@zawadi/contract';
import { z } from 'zod';
import { describeWebhooks, WEBHOOK_PARAMETERS } from './describe-webhooks.ts';
import { capitalised, createJsonSchemas, type JsonSchema, type JsonSchemas } from './json-schemas.ts';

type Machine = Extract<Endpoint, { audience: 'machine' }>;

/**
 * Builds the OpenAPI 3.1 document of the merchant API.
 * @param options.endpoints of all audiences
 * @param options.publicUrl public URL of the product, without a slash at the end
 */
export function merchantApiDocument({
  endpoints,
  publicUrl,
}: {
  endpoints: readonly Endpoint[];
  publicUrl: string;
}): object {
  const place = ({ path, method }: Endpoint) => `${path} ${method}`;
  const machine = endpoints
    .filter((one): one is Machine => one.audience === 'machine')
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  const schemas = createJsonSchemas();
  const paths = pathsOf(machine, schemas);
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zawadi merchant API',
      version: '1',
      description: INTRODUCTION,
      contact: { name: 'Zawadi support', url: `${publicUrl}/support` },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    externalDocs: { description: 'Guides for developers', url: `${publicUrl}/developers` },
    security: [{ merchantKey: [] }],
    tags: tagsOf(machine),
    paths,
    webhooks,
    components: {
      securitySchemes: { merchantKey: MERCHANT_KEY },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, ...WEBHOOK_PARAMETERS },
      headers: HEADERS,
      schemas: schemas.components(),
    },
  };
}

const INTRODUCTION = `For tills and shops of merchants: look a voucher up, take value from it, take that back, make vouchers of your
own, and read what you are owed. Amounts are whole shillings. Answers and events may get new fields, and problems new codes: pass
over what you do not know.`;

const READ = 'Changes nothing: repeat it as often as you like.';
const REPEATED =
  'When no answer comes, repeat the request with the same `Idempotency-Key`: it has one effect and one answer.';

// Bearer tokens have no scheme of their own: generated clients choose between schemes in different ways.
const MERCHANT_KEY = {
  type: 'http',
  scheme: 'basic',
  description:
    'The API key as user, the API secret as password. Both are on the page *API Access* of the merchant portal. `Authorization: Bearer <key>.<secret>` also works.',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Your own key, such as the number of a sale or a random UUID. Within your account and one call (method and path, where a voucher counts by its id) the same key has one effect and one answer. At another call it is another key. If no answer comes, send the same request with the same key again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'sale-20261120-0042',
};

const HEADERS = {
  'Request-Id': header('Names this request in our logs and in yours.'),
  'RateLimit-Policy': header('How many calls a minute you have: `"default";q=1200;w=60`.'),
  RateLimit: header(
    'How many are left, and in how many seconds there are new ones: `"default";r=1199;t=42`.',
  ),
  'Retry-After': header('Seconds to wait.'),
  Deprecation: header(
    'When a call as this one became deprecated (RFC 9745): `@1795986000`. `Link` leads to what to change.',
  ),
  'Idempotent-Replayed': header('`true` when this is the answer to an earlier request with the same key.'),
};

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

/** Statuses of refusals before the body is parsed. Until then, a call is not known to be deprecated. */
const BEFORE_BODY = new Set([401, 413, 415]);

function headersOf(endpoint: Machine, status: number): Record<string, object> {
  const names: (keyof typeof HEADERS)[] = ['Request-Id'];
  // A caller without a valid key has no rate limit of its own.
  if (status !== 401) names.push('RateLimit-Policy', 'RateLimit');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (endpoint.deprecatedWithout && !BEFORE_BODY.has(status)) names.push('Deprecation');
  if (takesIdempotencyKey(endpoint) && (status === 200 || status === 409)) names.push('Idempotent-Replayed');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns the tag of an endpoint: `vouchers` for `/api/v1/vouchers/:id/redeem`. */
function tagOf({ path }: Machine): string {
  const [, , , noun = ''] = path.split('/');
  return capitalised(noun);
}

function tagsOf(machine: Machine[]): { name: string; description: string }[] {
  const nouns = [...new Set(machine.map(tagOf))];
  return [
    ...nouns.map((name) => ({ name, description: `Calls about ${name.toLowerCase()}.` })),
    { name: 'Webhooks', description: 'What we send to an address of yours.' },
  ];
}

function pathsOf(machine: Machine[], schemas: JsonSchemas): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of machine) {
    const path = endpoint.path.replaceAll(/:(\w+)/gu, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  return paths;
}

function operationOf(endpoint: Machine, schemas: JsonSchemas): object {
  const { operationId, summary, keyRight, params, query, body, example } = endpoint;
  return {
    operationId,
    summary,
    description: takesIdempotencyKey(endpoint) ? REPEATED : READ,
    tags: [tagOf(endpoint)],
    'x-key-right': keyRight,
    parameters: [
      ...parametersOf('path', params, example?.params, schemas),
      ...parametersOf('query', query, example?.query, schemas),
      ...(takesIdempotencyKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && {
      requestBody: {
        // The body is optional if the schema accepts `{}`.
        required: !body.safeParse({}).success,
        content: {
          'application/json': {
            schema: schemas.schemaOf(body, 'input', `${capitalised(operationId)}Request`),
            example: example?.body ?? {},
          },
        },
      },
    }),
    responses: responsesOf(endpoint, schemas),
  };
}

function parametersOf(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  example: object | undefined,
  schemas: JsonSchemas,
): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const examples = new Map(Object.entries<unknown>({ ...example }));
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(examples.has(name) && { example: examples.get(name) }),
  }));
}

function responsesOf(endpoint: Machine, schemas: JsonSchemas): Record<string, object> {
  const { answer, operationId, example, summary } = endpoint;
  const responses: Record<string, object> = {
    200: {
      description: z.globalRegistry.get(answer)?.description ?? summary,
      headers: headersOf(endpoint, 200),
      content: {
        'application/json': {
          schema: schemas.schemaOf(answer, 'output', `${capitalised(operationId)}Answer`),
          ...(example?.answer && { example: example.answer }),
        },
      },
    },
  };
  const anyProblem = schemas.schemaOf(problem, 'output');
  for (const [status, codes] of Map.groupBy(
    problemCodesOf(endpoint),
    (code) => describeProblem(code).status,
  )) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${describeProblem(code).detail}`).join('\n\n'),
      headers: headersOf(endpoint, status),
      content: { 'application/problem+json': { schema: withCodes(anyProblem, status, codes) } },
    };
  }
  return responses;
}

function withCodes(anyProblem: JsonSchema, status: number, codes: ProblemCode[]): JsonSchema {
  const properties = {
    status: { type: 'integer', const: status },
    code: { type: 'string', enum: codes },
  };
  return { allOf: [anyProblem, { type: 'object', properties }] };
}
