import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** OpenTelemetry's SDK, in a file of its own that is imported only where spans have somewhere to go. */
export function createTracing(options: { endpoint: string; sampledShare: number; service: string }) {
  const { endpoint, sampledShare, service } = options;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/u, '')}/v1/traces` });
  const provider = new TracerProvider({
    // Neither the machine's name nor the command line, which the SDK's own detectors would add.
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
