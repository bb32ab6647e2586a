import rateLimit from '@fastify/rate-limit';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import helmet from 'helmet';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { newRandomId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { countedAs, rateStoreOf } from './call-rates.ts';
import { compressedFor } from './compressed-for.ts';
import { endConnectionsOnClose } from './end-connections.ts';
import { answerError } from './errors.ts';
import { collectMethods } from './allowed-methods.ts';
import { observeRequests } from './observe-requests.ts';
import { readJson } from './read-json.ts';
import { setUsualSentences } from './usual-sentences.ts';

/** Headers of a data answer, which is never a page. Built once, because every redemption sends them. */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const ADMIN_PAGES = /^\/admin(?:[/?]|$)/u;

const PARTS = /^\/(?:assets|cards|cloth|icons)\//u;

/** Headers of scripts, styles, fonts and images that a page loads. */
const PART_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

// Paths without pages. A service worker has its script's policy.
const WITHOUT_PAGES = /^\/(?:api\/|theme\.js$)/u;

/** Our pages may use the camera, to scan vouchers at a till, and passkeys. No other device feature is allowed. */
const PAGE_HEADERS = {
  'permissions-policy':
    'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(self), payment=(), usb=()',
};

const BODY_LIMIT_BYTES = 64 * 1024;
// Long enough for a small body on a bad network. A slow attacker must not keep a socket open.
const REQUEST_TIMEOUT_MS = 30_000;
/** Number of checks for slow requests within the time-out. */
const CHECKS_PER_TIMEOUT = 30;

/**
 * Creates an HTTP server with limits, headers, ids and error answers, but without routes.
 * @param options.maximumConnections limit of open connections; further ones are closed at once
 * @param options.callCounts counter shared by all processes; by default this process counts alone
 * @param options.requestTimeoutMs time within which a complete request must arrive
 */
export async function createHttp(options: {
  log: FastifyBaseLogger;
  trustProxy: boolean | string;
  /** Public URL of the product, without a slash at the end. */
  publicUrl?: string;
  maximumConnections?: number;
  requestTimeoutMs?: number;
  callCounts?: CallCounts;
}): Promise<FastifyInstance> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, maximumConnections, callCounts } = options;
  const app = Fastify({
    loggerInstance: options.log,
    // Avoids a child logger per request, which takes as long as validating its body. Few requests log (`logOf`).
    childLoggerFactory: (log) => log,
    trustProxy: options.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / CHECKS_PER_TIMEOUT,
    },
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    genReqId: () => newRandomId(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // Serve requests that were accepted before the port closed.
    return503OnClosing: false,
    // `observeRequests` writes the access lines instead: with the route's pattern, because URLs contain secrets.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // A request whose path cannot be decoded reaches no hook and no handler.
    frameworkErrors: (error, request, reply) => {
      identify(request, reply);
      answerError(error, request, reply);
    },
  });
  if (maximumConnections !== undefined) app.server.maxConnections = maximumConnections;
  setUsualSentences();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // The server reads only JSON. Other media types get an error that says so, instead of a schema error.
  app.removeContentTypeParser('text/plain');
  readJson(app);
  app.setErrorHandler(answerError);
  collectMethods(app);
  app.decorate('publicUrl', options.publicUrl ?? '');
  app.decorateRequest('actor', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('deviceKey', undefined);
  app.decorateRequest('refusalCode', undefined);
  app.decorateRequest('sentBody', undefined);
  addSecurityHeaders(app);
  await app.register(rateLimit, {
    global: false,
    addHeadersOnExceeding: {},
    keyGenerator: countedAs,
    ...(callCounts && { store: rateStoreOf(callCounts) }),
    errorResponseBuilder: (_request, context) =>
      new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply);
    if (hasPlainHeaders(request)) return done();
    reply.header('connection', 'close');
    done(new Refusal('invalid_json'));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.endpoint?.isCompressed !== true || typeof payload !== 'string') {
      return payload;
    }
    reply.header('vary', 'accept-encoding').removeHeader('content-length');
    return compressedFor(request, reply, payload);
  });
  observeRequests(app);
  endConnectionsOnClose(app);
  return app;
}

function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('request-id', request.id);
  if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/**
 * Returns whether a request names one host, and has at most one `Authorization`. Node uses the first of several; a proxy
 * in front of it may have used another, or joined them.
 */
function hasPlainHeaders({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
  const hosts = valuesOf('host');
  return hosts.length <= 1 && hosts.every((host) => HOST.test(host)) && valuesOf('authorization').length <= 1;
}

/**
 * Adds security headers. Pages get all of helmet's headers, and a policy without inline scripts. Data and other files
 * get only the headers that affect them: a page loads twenty files, and a kilobyte of headers for each would add up.
 */
function addSecurityHeaders(app: FastifyInstance): void {
  const protectWith = (...trustedTypes: string[]) =>
    helmet({
      contentSecurityPolicy: pagePolicy(trustedTypes),
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    });
  // The URL of the service worker's script.
  const protectPage = protectWith('service-worker');
  // The sandboxed frame that shows emails to administrators turns text into markup.
  const protectAdminPage = protectWith('service-worker', 'mail-preview');
  app.addHook('onRequest', (request, reply, done) => {
    if (PARTS.test(request.url)) reply.headers(PART_HEADERS);
    else if (WITHOUT_PAGES.test(request.url)) reply.headers(DATA_HEADERS);
    else {
      reply.headers(PAGE_HEADERS);
      // Synchronous: the headers are set when it returns. Helmet throws for an invalid policy above.
      const protect = ADMIN_PAGES.test(request.url) ? protectAdminPage : protectPage;
      protect(request.raw, reply.raw, () => {});
    }
    done();
  });
}

function pagePolicy(trustedTypes: string[]) {
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
      requireTrustedTypesFor: ["'script'"],
      trustedTypes,
    },
  };
}
