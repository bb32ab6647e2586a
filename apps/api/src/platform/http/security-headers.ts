import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What an answer that is data, and never a page, tells a browser. Fixed, because it is on every redemption. */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Our own pages may ask for the camera, which reads vouchers at a till, and for passkeys; for nothing else of the device. */
const PAGE_HEADERS = {
  'permissions-policy':
    'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Pages get all of helmet's headers and a policy without inline script; data gets the few that mean something to it. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: pagePolicy(),
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    // The page that reads the OpenAPI document brings a policy of its own.
    if (request.url.startsWith('/api/') && !request.url.startsWith('/api/docs')) reply.headers(DATA_HEADERS);
    else reply.headers(PAGE_HEADERS).helmet();
  });
}

function pagePolicy() {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      // Text becomes markup or script in two places only: the service worker's address, and the sandboxed frame in which
      // administrators look at a mail.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['service-worker', 'mail-preview'],
    },
  };
}
