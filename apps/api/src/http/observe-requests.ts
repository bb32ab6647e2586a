import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { processMetrics } from '../platform/metrics/registry.ts';
import { isTracing, startSpan, withSpan } from '../platform/tracing/tracing.ts';

const requestDuration = new Histogram({
  name: 'zawadi_http_request_duration_seconds',
  help: 'Requests by route pattern, with the time until the last byte of the answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [processMetrics],
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Present only while requests are traced. */
    span: Span | undefined;
  }
}

const SERVER_ERROR = 500;

/** Logs, counts and traces every request. If tracing is off when the server is created, requests get no spans. */
export function observeRequests(app: FastifyInstance): void {
  if (isTracing()) traceRequests(app);
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const status = reply.statusCode;
    const route = routeOf(request);
    requestDuration.observe({ method, route, status }, reply.elapsedTime / 1_000);
    const line = () => {
      const about = { reqId: request.id, method, route, status, durationMs: Math.round(reply.elapsedTime) };
      request.log.debug(about, 'request');
    };
    if (request.span) withSpan(request.span, line);
    else line();
    done();
  });
}

/**
 * Returns the route's pattern instead of the path: paths contain voucher codes and claim tokens, and a metric label
 * must have few values.
 */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? '(none)';
}

/**
 * Traces requests. Each starts a new trace and ignores `traceparent`: proxies that do not trace pass it through from
 * the caller. Otherwise a caller could add requests to other traces, or force all to be kept.
 */
function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done();
    request.span = startRequestSpan(request, reply);
    return withSpan(request.span, done);
  });
  // The body arrives in socket events, which run outside the span. Enter the span again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) withSpan(request.span, done);
    else done();
  });
}

function startRequestSpan(request: FastifyRequest, reply: FastifyReply): Span {
  const route = routeOf(request);
  const span = startSpan(`${request.method} ${route}`, {
    kind: SpanKind.SERVER,
    isRoot: true,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'zawadi.request_id': request.id,
    },
  });
  // Also fires if the caller hangs up before the answer.
  reply.raw.once('close', () => {
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  return span;
}
