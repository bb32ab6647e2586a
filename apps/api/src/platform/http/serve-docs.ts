import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@zawadi/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { describeEndpoint, securitySchemes } from './describe-endpoint.ts';
import { isMachinePath } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route was declared as. */
    endpoint?: Endpoint;
  }
}

const MERCHANT_API = '/api/docs/merchant-api.json';
const WEB_API = '/api/docs/web-api.json';
const LOGO = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 40"><text x="0" y="29" font-family="sans-serif"
    font-size="28" font-weight="700" fill="#fff6e2">Zawadi</text></svg>`,
);

/**
 * The OpenAPI 3.1 documents, one for merchants' own systems and one for our web app, and a page to read them at
 * /api/docs. Register it before the routes.
 */
export async function serveDocs(app: FastifyInstance, options: { publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Zawadi', version: '1', description: 'Gift vouchers and wallets on M-PESA.' },
      servers: [{ url: options.publicUrl }],
      components: { securitySchemes },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const endpoint = route.route.config?.endpoint;
      if (!endpoint) return { schema, url };
      // jsonSchemaTransform has turned every schema into plain JSON Schema.
      const { 200: success } = (schema.response ?? {}) as { 200?: object };
      return { url, schema: { ...schema, ...describeEndpoint(endpoint, success) } };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    logo: { type: 'image/svg+xml', content: LOGO },
    theme: { title: 'Zawadi API' },
    uiConfig: {
      urls: [
        { name: 'Merchant API', url: MERCHANT_API },
        { name: 'Web app', url: WEB_API },
      ],
    },
  });
  serveDocument(app, MERCHANT_API, 'Zawadi merchant API', isMachinePath);
  serveDocument(app, WEB_API, 'Zawadi web app', (path) => !isMachinePath(path));
}

function serveDocument(
  app: FastifyInstance,
  url: string,
  title: string,
  isPart: (path: string) => boolean,
): void {
  app.get(url, { schema: { hide: true } }, async () => {
    const whole = app.swagger();
    const paths = Object.entries(whole.paths ?? {}).filter(([path]) => isPart(path));
    return { ...whole, info: { ...whole.info, title }, paths: Object.fromEntries(paths) };
  });
}
