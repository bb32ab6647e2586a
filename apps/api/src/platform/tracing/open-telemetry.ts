import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** Starts OpenTelemetry's SDK. In its own file, which is imported only if an endpoint is configured. */
export function createTracing(options: {
  endpoint: string;
  sampledShare: number;
  service: string;
  log: Logger;
}) {
  const { endpoint, sampledShare, service, log } = options;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/u, '')}/v1/traces` });
  logFailures(exporter, log);
  const provider = new TracerProvider({
    // Omits host name and command line, which the SDK's own detectors would add.
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'zawadi' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return {
    tracer: provider.getTracer('zawadi'),
    contextManager: new AsyncLocalStorageContextManager().enable(),
    shutdown: () => provider.shutdown(),
  };
}

/** Logs once when spans begin to get lost, and once when sending works again. The SDK itself logs neither. */
function logFailures(exporter: OTLPTraceExporter, log: Logger): void {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS;
      if (hasFailed && !isFailing) log.warn({ err: result.error }, 'traces cannot be sent');
      if (!hasFailed && isFailing) log.info('traces are sent again');
      isFailing = hasFailed;
      done(result);
    });
}
