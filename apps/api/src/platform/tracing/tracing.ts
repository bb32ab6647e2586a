import { setTimeout as pause } from 'node:timers/promises';
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanContext,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import type { Logger } from 'pino';

export type { Span };

/** Not the global tracer of OpenTelemetry: libraries would add their own spans to it, with error texts in them. */
let tracer: Tracer | undefined;

const STOP_WITHIN_MS = 2_000;

/**
 * Starts sending spans to a collector.
 * @param options.endpoint base URL of OTLP over HTTP; without it nothing is loaded, and no span is made
 * @param options.sampledShare share of traces to keep, 0 to 1
 * @returns a function that sends the remaining spans and ends tracing
 */
export async function startTracing(options: {
  endpoint: string | undefined;
  sampledShare: number;
  service: string;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { endpoint } = options;
  if (endpoint === undefined) return async () => undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  const tracing = createTracing({ ...options, endpoint });
  context.setGlobalContextManager(tracing.contextManager);
  tracer = tracing.tracer;
  return async () => {
    tracer = undefined;
    context.disable();
    // A collector that does not answer must neither delay nor fail the shutdown. The last spans are then lost.
    const sending = tracing.shutdown().catch(() => undefined);
    await Promise.race([sending, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

export type SpanAbout = Pick<SpanOptions, 'kind' | 'attributes'> & {
  /** Trace to continue, from `currentTraceparent`; by default the current one. */
  traceparent?: string | null;
  /** True to start a new trace. */
  isRoot?: boolean;
};

type Note = (name: string, value: string | number) => void;

const noteNothing: Note = () => undefined;

/**
 * Runs work within a span, which ends with the work. Attributes are our own constants and numbers: no names, phone
 * numbers, codes, tokens, addresses or error texts.
 */
export async function inSpan<T>(
  name: string,
  about: SpanAbout,
  work: (note: Note) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(noteNothing);
  const span = startSpan(name, about);
  return untilEnded([span], () =>
    withSpan(span, () => work((attribute, value) => void span.setAttribute(attribute, value))),
  );
}

/**
 * Runs work for several causes at once, with one span per cause. The spans end with the work. None of them becomes
 * the current span.
 */
export async function inSpans<T>(
  abouts: (SpanAbout & { name: string })[],
  work: (spans: Span[]) => Promise<T>,
): Promise<T> {
  const spans = abouts.map(({ name, ...about }) => startSpan(name, about));
  return untilEnded(spans, () => work(spans));
}

async function untilEnded<T>(spans: Span[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const span of spans) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    }
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}

/** Starts a span; the caller must end it. */
export function startSpan(name: string, { kind, attributes, traceparent, isRoot }: SpanAbout): Span {
  if (!tracer) return trace.wrapSpanContext(NO_SPAN);
  const active = trace.getSpanContext(context.active());
  const stored = contextOf(traceparent);
  // If the continued trace is the current one, the current span is the parent. Otherwise the new span links to the
  // current one.
  const isElsewhere = stored !== undefined && stored.traceId !== active?.traceId;
  const options: SpanOptions = {
    ...(kind !== undefined && { kind }),
    ...(attributes && { attributes }),
    ...(isElsewhere && active && { links: [{ context: active }] }),
  };
  const fresh = isRoot ? ROOT_CONTEXT : context.active();
  return tracer.startSpan(name, options, isElsewhere ? trace.setSpanContext(ROOT_CONTEXT, stored) : fresh);
}

const NO_SPAN: SpanContext = { traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 };

/** Runs work within a span that the caller ends; if the span is undefined, within the current one. */
export function withSpan<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work);
}

/** Returns the current trace to store with follow-up work (W3C Trace Context); undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  return tracer && traceparentIn(context.active());
}

/** Returns the traceparent of a span that is not the current one. */
export function traceparentOf(span: Span): string | undefined {
  return traceparentIn(trace.setSpan(ROOT_CONTEXT, span));
}

function traceparentIn(active: Context): string | undefined {
  const current = currentSpan(active);
  return current && `00-${current.traceId}-${current.spanId}-0${current.traceFlags & 1}`;
}

/**
 * Returns the trace id for a log line; empty outside of a trace. Returns a new object each time, because the logger
 * adds to it.
 */
export function traceOfLine(): { traceId?: string } {
  const current = tracer && currentSpan(context.active());
  return current ? { traceId: current.traceId } : {};
}

function currentSpan(active: Context): SpanContext | undefined {
  const current = trace.getSpanContext(active);
  return current && isSpanContextValid(current) ? current : undefined;
}

const TRACEPARENT = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/u;

function contextOf(traceparent: string | null | undefined): SpanContext | undefined {
  const { traceId, spanId, flags } = TRACEPARENT.exec(traceparent ?? '')?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const stored = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(stored) ? stored : undefined;
}
