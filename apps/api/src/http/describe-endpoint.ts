import {
  refusalEnvelope,
  needsStepUp,
  refusals,
  takesProof,
  type Audience,
  type Endpoint,
  type RefusalCode,
} from '@zawadi/contract';
import { z } from 'zod';

/** Authentication methods of the OpenAPI document, by audience. */
export const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a sign-in. It lives 15 minutes. A sign-in or refresh with a `DPoP` header (RFC 9449, ES256) binds the session to the key of that proof; each later call of it then needs a proof of the same key, with `ath` and the nonce of the last `DPoP-Nonce` header.',
  },
} as const;

type Described = {
  headers?: object;
  security: Record<string, string[]>[];
  response: Record<string, object>;
};

/**
 * Describes an endpoint for the OpenAPI document of the web app: callers, refusals and headers. Its schemas are added
 * elsewhere.
 */
export function describeEndpoint(
  endpoint: Endpoint,
  { success, headers: asked }: { success: object | undefined; headers: object | undefined },
): Described {
  const isProven = takesProof(endpoint);
  const headers = isProven && { headers: NONCE_HEADER };
  const response: Record<string, object> = { 200: { description: 'Success', ...success, ...headers } };
  for (const [status, codes] of refusalsByStatus(endpoint)) {
    response[status] = {
      description: codes.map((code) => `\`${wireCode(code)}\` ${refusals[code].message}`).join('\n\n'),
      ...headers,
      content: ENVELOPE,
    };
  }
  return {
    security: SECURITY[endpoint.audience],
    response,
    ...(isProven && { headers: withProof(asked) }),
  };
}

type Asked = { params?: unknown; querystring?: unknown; body?: unknown };

/**
 * Converts the input of an endpoint to JSON Schema with its example. The body gets the whole example; each parameter
 * gets its value.
 */
export function withExample({ example = {} }: Endpoint, { params, querystring, body }: Asked): Asked {
  return {
    ...(example.params && { params: withValues(params, example.params) }),
    ...(example.query && { querystring: withValues(querystring, example.query) }),
    ...(example.body && { body: { ...asObject(body), examples: [example.body] } }),
  };
}

function withValues(schema: unknown, values: object): object {
  const { properties, ...rest } = { properties: {}, ...asObject(schema) };
  const shown = new Map<string, object>(Object.entries(properties));
  for (const [name, value] of Object.entries(values)) {
    shown.set(name, { ...shown.get(name), examples: [value] });
  }
  return { ...rest, properties: Object.fromEntries(shown) };
}

function asObject(schema: unknown): object {
  return typeof schema === 'object' && schema !== null ? schema : {};
}

const SECURITY: Record<Audience, Record<string, string[]>[]> = {
  anyone: [],
  provider: [],
  machine: [],
  consumer: [{ session: [] }],
  merchant: [{ session: [] }],
  admin: [{ session: [] }],
  'merchant-or-admin': [{ session: [] }],
  'signed-in': [{ session: [] }],
};

const ENVELOPE = { 'application/json': { schema: z.toJSONSchema(refusalEnvelope, { io: 'output' }) } };

const PROOF = {
  type: 'string',
  description: 'A proof of the key that the session is, or is to be, bound to (RFC 9449).',
};
const NONCE_HEADER = {
  'DPoP-Nonce': {
    type: 'string',
    description: 'For the next proof; when this one came with one.',
  },
};

function withProof(asked: object = { type: 'object' }): object {
  const known = 'properties' in asked && typeof asked.properties === 'object' ? asked.properties : {};
  return { ...asked, properties: { ...known, DPoP: PROOF } };
}

const STEP_UP_REFUSALS = [
  'step_up_required',
  'verification_code_invalid',
  'passkey_wrong',
  'password_wrong',
  'too_many_requests',
  'overloaded',
] as const;

function refusalsByStatus(endpoint: Endpoint): Map<string, RefusalCode[]> {
  const codes = new Set<RefusalCode>(endpoint.refusals);
  if (SECURITY[endpoint.audience].length > 0) codes.add('unauthenticated');
  if (SECURITY[endpoint.audience].some((one) => 'session' in one)) codes.add('device_key_needed');
  if (takesProof(endpoint)) codes.add('use_dpop_nonce').add('invalid_dpop_proof');
  if (endpoint.isRefusedToBlocked) codes.add('not_available_here');
  if (endpoint.isExport) codes.add('exports_running');
  if (needsStepUp(endpoint)) for (const code of STEP_UP_REFUSALS) codes.add(code);
  if (endpoint.body || endpoint.query || endpoint.params) codes.add('validation_failed');
  const takesJson = endpoint.body && !endpoint.upload && endpoint.audience !== 'provider';
  if (takesJson) codes.add('invalid_json').add('repeated_field');
  const byStatus = new Map<string, RefusalCode[]>();
  for (const code of codes) {
    const status = String(refusals[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function wireCode(code: RefusalCode): string {
  const known: { status: number; code?: string } = refusals[code];
  return known.code ?? code;
}
