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
import { observeRequests } from './observe-requests.ts';

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const [OPEN_ARRAY, CLOSE_ARRAY] = [91, 93];
const [OPEN_OBJECT, CLOSE_OBJECT] = [123, 125];
const SPACE = 32;

/** Headers of an answer that is data, never a page. Constant, because every redemption sends them. */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const PARTS = /^\/(?:assets|cards|cloth|icons)\//u;

/** Headers of scripts, styles, typefaces and drawings, which a page loads. */
const PART_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

// The page for the OpenAPI document sets its own policy, and a service worker has the policy of its script.
const WITHOUT_PAGES = /^\/(?:api\/(?!docs)|theme\.js$)/u;

/** Our own pages may use the camera, which reads vouchers at a till, and passkeys, but no other device feature. */
const PAGE_HEADERS = {
  'permissions-policy':
    'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

const BODY_LIMIT_BYTES = 64 * 1024;
// A phone on a bad network may need long for a small body; a slow attacker must not keep a socket open.
const REQUEST_TIMEOUT_MS = 30_000;
/** Number of checks for slow requests within the time-out. */
const CHECKS_PER_TIMEOUT = 30;

/**
 * Creates an HTTP server with limits, headers, ids and error answers, but no routes.
 * @param options.maximumConnections limit of open connections; a new one above it is closed at once
 * @param options.callCounts counter shared by all processes; by default this process counts its own calls
 * @param options.requestTimeoutMs time within which a complete request must arrive
 */
export async function createHttp(options: {
  log: FastifyBaseLogger;
  trustProxy: boolean | string;
  /** Public address of the product, without a slash at the end. */
  publicUrl?: string;
  maximumConnections?: number;
  requestTimeoutMs?: number;
  callCounts?: CallCounts;
}): Promise<FastifyInstance> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, maximumConnections, callCounts } = options;
  const app = Fastify({
    loggerInstance: options.log,
    // A child logger per request takes as long as validating its body, and few requests log anything (`logOf`).
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
    // Requests accepted before the port closed are served.
    return503OnClosing: false,
    // `observeRequests` writes one access line per request, with the route's pattern instead of the address, which
    // contains secrets.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // A request whose address cannot be decoded reaches no hook and no handler.
    frameworkErrors: (error, request, reply) => {
      identify(request, reply);
      answerError(error, request, reply);
    },
  });
  if (maximumConnections !== undefined) app.server.maxConnections = maximumConnections;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // The server reads only JSON. Other media types are refused as such instead of failing a schema.
  app.removeContentTypeParser('text/plain');
  readJson(app);
  app.setErrorHandler(answerError);
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
    done();
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

/**
 * Adds security headers. Pages get all of helmet's headers, and a policy without inline scripts. Data, and files that
 * are no pages, get only the headers that affect them: a page loads twenty files, and a kilobyte of headers for each
 * would add up.
 */
function addSecurityHeaders(app: FastifyInstance): void {
  const protectPage = helmet({
    contentSecurityPolicy: pagePolicy(),
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (PARTS.test(request.url)) reply.headers(PART_HEADERS);
    else if (WITHOUT_PAGES.test(request.url)) reply.headers(DATA_HEADERS);
    else {
      reply.headers(PAGE_HEADERS);
      // Synchronous: the headers are set when it returns. An invalid policy throws above, where it is built.
      protectPage(request.raw, reply.raw, () => {});
    }
    done();
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
      // Text becomes markup or script in two places only: the service worker's address, and the sandboxed frame that
      // shows mails to administrators.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['service-worker', 'mail-preview'],
    },
  };
}

/**
 * Makes `app` read JSON as Fastify does, with two differences. An empty text is no body, because generated clients
 * send one. An object with a repeated field is refused, because some readers use the first value and some the last.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' && !isFromProvider(request)) return done(null, undefined);
    void parse(request, text, (error, body) => {
      if (error || isFromProvider(request) || !repeatsField(text)) done(error, body);
      else done(new Refusal('repeated_field'));
    });
  });
}

/** True for calls from M-PESA: all are acknowledged, or M-PESA repeats them. Ids and amount decide whether one counts. */
function isFromProvider({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.audience === 'provider';
}

/**
 * True when an object in this text repeats a field name, however the name is escaped.
 * @param text valid JSON, already parsed
 */
export function repeatsField(text: string): boolean {
  // Fast path: most requests have at most one field.
  if (text.indexOf(':') === text.lastIndexOf(':')) return false;
  /** Field names of each open object; arrays have none. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const symbol = text.charCodeAt(at);
    if (symbol === QUOTE) {
      const end = endOfText(text, at);
      if (isFollowedByColon(text, end)) {
        const names = open.at(-1);
        const name = nameIn(text, at, end);
        if (names?.has(name)) return true;
        names?.add(name);
      }
      at = end;
    } else if (symbol === OPEN_OBJECT) open.push(new Set());
    else if (symbol === OPEN_ARRAY) open.push(undefined);
    else if (symbol === CLOSE_OBJECT || symbol === CLOSE_ARRAY) open.pop();
  }
  return false;
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (; text.charCodeAt(at) !== QUOTE; at += 1) if (text.charCodeAt(at) === BACKSLASH) at += 1;
  return at;
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return text.charCodeAt(at) === COLON;
}

function nameIn(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
