import rateLimit from '@fastify/rate-limit';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newRandomId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { accountOf } from './actor.ts';
import { answerError } from './errors.ts';
import { readJson } from './read-json.ts';
import { addSecurityHeaders } from './security-headers.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
// A phone on a bad network may need long for a small body; a slow attacker must not keep a socket for ever.
const REQUEST_TIMEOUT_MS = 30_000;
/** How often a server looks for requests that take too long, within the time they are given. */
const CHECKS_PER_TIMEOUT = 30;

/**
 * An HTTP server with our limits, headers, ids and answers to errors, and no route yet.
 * @param options.maximumConnections beyond which a new one is closed at once
 * @param options.requestTimeoutMs within which a request must have arrived whole
 */
export async function createHttp(options: {
  log: FastifyBaseLogger;
  trustProxy: boolean | string;
  maximumConnections?: number;
  requestTimeoutMs?: number;
}): Promise<FastifyInstance> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, maximumConnections } = options;
  const app = Fastify({
    loggerInstance: options.log,
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
    // One access line per request is written by `logAccess`, with the route's pattern instead of its secrets.
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
  app.decorateRequest('actor', undefined);
  app.decorateRequest('deviceKey', undefined);
  app.decorateRequest('refusalCode', undefined);
  await addSecurityHeaders(app);
  await app.register(rateLimit, {
    global: false,
    addHeadersOnExceeding: {},
    // Who is asking is known by then. The phones of a whole mobile network share a few addresses.
    keyGenerator: (request) => accountOf(request.actor) ?? request.ip,
    errorResponseBuilder: (_request, context) =>
      new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });
  app.addHook('onRequest', async (request, reply) => identify(request, reply));
  logAccess(app);
  return app;
}

function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('request-id', request.id);
  if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
}

function logAccess(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        // The pattern, not the address: paths carry voucher codes and claim tokens.
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
