import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { describeEndpoint, securitySchemes, withExample } from './describe-endpoint.ts';
import { answerNotFound } from './errors.ts';
import { merchantApiDocument } from './merchant-api-document.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Endpoint that the route declares. */
    endpoint?: Endpoint;
  }
}

const MERCHANT_API = '/openapi.json';
const MERCHANT_API_BESIDE_PAGE = '/api/docs/merchant-api.json';
const WEB_API = '/api/docs/web-api.json';
/** Paths that the Swagger plug-in's page registers. */
const WEB_API_OF_PAGE = '/api/docs/json';
const WEB_API_YAML = '/api/docs/yaml';
const JSON_TYPE = 'application/json; charset=utf-8';
/**
 * Content policy of the page that shows the documents. It loads nothing from other sites, but inserts its own styles
 * and markup.
 */
const PAGE_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
};
const BROTLI_QUALITY = 9;
/** Lets browser tools on other sites read the documents. */
const FOR_ALL_SITES = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
/** Limit per IP address. Opening the page takes about ten requests. */
const CALLS_PER_MINUTE = 120;
const LOGO = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 40"><text x="0" y="29" font-family="sans-serif"
    font-size="28" font-weight="700" fill="#fff6e2">Zawadi</text></svg>`,
);

/**
 * Serves two OpenAPI 3.1 documents, for merchants' systems and for the web app, and a page for them at /api/docs.
 * Call it before registering routes.
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
  const documents = new Map([
    [MERCHANT_API, merchantApi],
    [MERCHANT_API_BESIDE_PAGE, merchantApi],
    [WEB_API, webApi],
    [WEB_API_OF_PAGE, webApi],
    [WEB_API_YAML, cachedDocument('application/yaml; charset=utf-8', () => app.swagger({ yaml: true }))],
  ]);
  await app.register(async (scope) => {
    scope.addHook('onRequest', app.rateLimit({ max: CALLS_PER_MINUTE, timeWindow: 60_000 }));
    scope.addHook('preHandler', async (request, reply) =>
      documents.get(request.routeOptions.url ?? '')?.(request, reply),
    );
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: PAGE_POLICY,
      logo: { type: 'image/svg+xml', content: LOGO },
      theme: { title: 'Zawadi API' },
      uiConfig: {
        urls: [
          { name: 'Merchant API', url: MERCHANT_API },
          { name: 'Web app', url: WEB_API },
        ],
      },
    });
    scope.addHook('onSend', async (request, reply) => {
      if (request.routeOptions.url === MERCHANT_API) reply.headers(FOR_ALL_SITES);
    });
    // The preHandler hook above answers first. The plug-in's page registers the other paths.
    for (const url of [MERCHANT_API, MERCHANT_API_BESIDE_PAGE, WEB_API]) {
      scope.get(url, { schema: { hide: true } }, answerNotFound);
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
