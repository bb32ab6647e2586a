import {
  problem,
  refusalEnvelope,
  refusals,
  type Audience,
  type Endpoint,
  type RefusalCode,
} from '@zawadi/contract';
import { z } from 'zod';

/** How somebody of each audience says who they are. */
export const securitySchemes = {
  merchantKey: {
    type: 'http',
    scheme: 'basic',
    description:
      'For merchants’ own systems: the API key as user, the API secret as password. Both are on the page *API Access* of the merchant portal.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a sign-in. It lives 15 minutes.',
  },
} as const;

type Described = {
  security: Record<string, string[]>[];
  response: Record<string, object>;
};

/** What the OpenAPI document says of an endpoint beyond its schemas: who may call, what is refused, which headers come. */
export function describeEndpoint(endpoint: Endpoint, success: object | undefined): Described {
  const headers = endpoint.audience === 'machine' ? { headers: machineHeaders(endpoint) } : {};
  const response: Record<string, object> = { 200: { description: 'Success', ...success, ...headers } };
  for (const [status, codes] of refusalsByStatus(endpoint)) {
    response[status] = {
      description: codes.map((code) => `\`${wireCode(code)}\` ${refusals[code].message}`).join('\n\n'),
      ...headers,
      content: endpoint.audience === 'machine' ? PROBLEM : ENVELOPE,
    };
  }
  return { security: SECURITY[endpoint.audience], response };
}

const SECURITY: Record<Audience, Record<string, string[]>[]> = {
  anyone: [],
  provider: [],
  machine: [{ merchantKey: [] }],
  consumer: [{ session: [] }],
  merchant: [{ session: [] }],
  admin: [{ session: [] }],
  'merchant-or-admin': [{ session: [] }],
};

const PROBLEM = { 'application/problem+json': { schema: z.toJSONSchema(problem, { io: 'output' }) } };
const ENVELOPE = { 'application/json': { schema: z.toJSONSchema(refusalEnvelope, { io: 'output' }) } };

function refusalsByStatus(endpoint: Endpoint): Map<string, RefusalCode[]> {
  const codes = new Set<RefusalCode>(endpoint.refusals);
  if (SECURITY[endpoint.audience].length > 0) codes.add('unauthenticated');
  if (endpoint.isExport) codes.add('exports_running');
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

function machineHeaders(endpoint: Endpoint): Record<string, object> {
  const text = (description: string) => ({ schema: { type: 'string' }, description });
  return {
    'Request-Id': text('Names this request in our logs and in yours.'),
    'RateLimit-Policy': text('How many calls a minute the merchant has: `"default";q=1200;w=60`.'),
    RateLimit: text(
      'How many are left, and in how many seconds there are new ones: `"default";r=1199;t=42`.',
    ),
    'Retry-After': text('Seconds to wait; with 429 and 503.'),
    ...(endpoint.method === 'POST' && {
      'Idempotent-Replayed': text('`true` when this is the answer to an earlier request with the same key.'),
    }),
  };
}
