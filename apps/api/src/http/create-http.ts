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

/** What an answer that is data, and never a page, tells a browser. Fixed, because it is on every redemption. */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const PARTS = /^\/(?:assets|cards|cloth|icons)\//u;

/** For scripts, styles, typefaces and drawings, which a page loads. */
const PART_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

// The page that reads the OpenAPI document brings a policy of its own, and a service worker lives under that of its script.
const WITHOUT_PAGES = /^\/(?:api\/(?!docs)|theme\.js$)/u;

/** Our own pages may ask for the camera, which reads vouchers at a till, and for passkeys; for nothing else of the device. */
const PAGE_HEADERS = {
  'permissions-policy':
    'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

const BODY_LIMIT_BYTES = 64 * 1024;
// A phone on a bad network may need long for a small body; a slow attacker must not keep a socket open.
const REQUEST_TIMEOUT_MS = 30_000;
/** How often a server looks for requests that take too long, within the time they are given. */
const CHECKS_PER_TIMEOUT = 30;

/**
 * An HTTP server with our limits, headers, ids and answers to errors, and no route yet.
 * @param options.maximumConnections beyond which a new one is closed at once
 * @param options.callCounts where calls are counted; this process counts its own when absent
 * @param options.requestTimeoutMs within which a request must have arrived whole
 */
export async function createHttp(options: {
  log: FastifyBaseLogger;
  trustProxy: boolean | string;
  /** Where the product is reached, without a slash at the end. */
  publicUrl?: string;
  maximumConnections?: number;
  requestTimeoutMs?: number;
  callCounts?: CallCounts;
}): Promise<FastifyInstance> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, maximumConnections, callCounts } = options;
  const app = Fastify({
    loggerInstance: options.log,
    // A child for each request takes as long as validating its body, and hardly any request says something (`logOf`).
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
    // What was accepted before the port closed is served.
    return503OnClosing: false,
    // One access line per request is written by `observeRequests`, with the route's pattern instead of its secrets.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // An address that can't be decoded reaches no hook and no handler.
    frameworkErrors: (error, request, reply) => {
      identify(request, reply);
      answerError(error, request, reply);
    },
  });
  if (maximumConnections !== undefined) app.server.maxConnections = maximumConnections;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON is all we read; the rest is refused as what it is instead of failing a schema.
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
 * Pages get all of helmet's headers and a policy without inline script; data, and files that are no pages, get the few that
 * mean something to them: a page loads twenty files, and each would bring a kilobyte of headers.
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
      // It has set them when it returns: a policy that can't be written is thrown above, where it is made.
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
      // Text becomes markup or script in two places only: the service worker's address, and the sandboxed frame in which
      // administrators look at a mail.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['service-worker', 'mail-preview'],
    },
  };
}

/**
 * Has `app` read JSON as Fastify does, take an empty text as no body, which generated clients send so, and refuse an object that gives one field twice: of those who read such a
 * request, some take the first and some the last.
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

/** M-PESA is acknowledged whatever it sends, or it would send the same again; ids and amount decide what it is worth. */
function isFromProvider({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.audience === 'provider';
}

/**
 * True when an object of this text has two fields of one name, however the name is escaped.
 * @param text valid JSON: `JSON.parse` has taken it
 */
export function repeatsField(text: string): boolean {
  // Most requests have one field or none.
  if (text.indexOf(':') === text.lastIndexOf(':')) return false;
  /** The names in each object that is open; arrays have none. */
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
