import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import swagger from '@fastify/swagger';
import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { describeEndpoint, securitySchemes, withExample } from './describe-endpoint.ts';
import { merchantApiDocument } from './merchant-api-document.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Endpoint that the route declares. */
    endpoint?: Endpoint;
  }
}

const MERCHANT_API = '/openapi.json';
const MERCHANT_API_BESIDE_WEB_API = '/api/docs/merchant-api.json';
const WEB_API = ['/api/docs/web-api.json', '/api/docs/json'];
const WEB_API_YAML = '/api/docs/yaml';
const REFERENCE = '/developers/reference';
const HIDDEN = { schema: { hide: true } } as const;
const JSON_TYPE = 'application/json; charset=utf-8';
const BROTLI_QUALITY = 9;
/** Lets browser tools on other sites read the documents. */
const FOR_ALL_SITES = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
/** Limit per IP address. */
const CALLS_PER_MINUTE = 120;

/**
 * Serves two OpenAPI 3.1 documents, for merchants' systems and for the web app. /api/docs leads to the reference among
 * the pages for developers. Call it before registering routes.
 */
export async function serveDocs(app: FastifyInstance, options: { publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Zawadi web app', version: '1', description: 'Gift vouchers and wallets on M-PESA.' },
      servers: [{ url: options.publicUrl }],
      components: { securitySchemes },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const endpoint = route.route.config?.endpoint;
      if (!endpoint) return { schema, url };
      // The merchant API has its own document.
      if (endpoint.audience === 'machine') return { url, schema: { ...schema, hide: true } };
      // jsonSchemaTransform has already converted every schema into JSON Schema.
      const { 200: success } = (schema.response ?? {}) as { 200?: object };
      const headers = schema.headers as object | undefined;
      const described = describeEndpoint(endpoint, { success, headers });
      return { url, schema: { ...schema, ...withExample(endpoint, schema), ...described } };
    },
  });
  const merchantApi = cachedDocument(JSON_TYPE, () =>
    JSON.stringify(merchantApiDocument({ ...options, endpoints: contract.endpointsIn(contract) })),
  );
  const webApi = cachedDocument(JSON_TYPE, () => JSON.stringify(app.swagger()));
  const documents = [
    [MERCHANT_API, merchantApi],
    [MERCHANT_API_BESIDE_WEB_API, merchantApi],
    ...WEB_API.map((url) => [url, webApi] as const),
    [WEB_API_YAML, cachedDocument('application/yaml; charset=utf-8', () => app.swagger({ yaml: true }))],
  ] as const;
  await app.register(async (scope) => {
    scope.addHook('onRequest', app.rateLimit({ max: CALLS_PER_MINUTE, timeWindow: 60_000 }));
    for (const [url, answer] of documents) {
      scope.get(url, HIDDEN, async (request, reply) => {
        if (url === MERCHANT_API) reply.headers(FOR_ALL_SITES);
        return answer(request, reply);
      });
    }
    for (const url of ['/api/docs', '/api/docs/']) {
      scope.get(url, HIDDEN, async (_request, reply) => reply.redirect(REFERENCE));
    }
  });
}

type Forms = { etag: string; plain: Buffer; gzip: Buffer; br: Buffer };

/** Builds and compresses a document at its first request. All routes are registered by then. */
function cachedDocument(contentType: string, write: () => string) {
  let made: Promise<Forms> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= formsOf(write());
    const forms = await made;
    reply
      .type(contentType)
      .headers({ etag: forms.etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache' });
    if (request.headers['if-none-match']?.includes(forms.etag)) return reply.status(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(forms[encoding ?? 'plain']);
  };
}

async function formsOf(text: string): Promise<Forms> {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url');
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [gzip, br] = await Promise.all([
    promisify(zlib.gzip)(plain),
    promisify(zlib.brotliCompress)(plain, { params }),
  ]);
  // A weak tag, because the compressed forms share it.
  return { etag: `W/"${hash}"`, plain, gzip, br };
}
