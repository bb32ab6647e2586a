import { SpanKind } from '@opentelemetry/api';
import { Histogram } from 'prom-client';
import { inSpan } from '../tracing/tracing.ts';
import { DURATION_BUCKETS, processMetrics } from './registry.ts';

const callDuration = new Histogram({
  name: 'zawadi_provider_call_duration_seconds',
  help: 'Calls to other systems, by outcome',
  labelNames: ['provider', 'operation', 'outcome'],
  buckets: DURATION_BUCKETS,
  registers: [processMetrics],
});

/**
 * Counts, times and traces one call to another system.
 * @param about labels of the metric: two constants, each from a short list
 * @param outcomeOf returns a word from a short list
 */
export async function observeCall<T>(
  about: { provider: string; operation: string },
  call: () => Promise<T>,
  outcomeOf: (answer: T) => string,
): Promise<T> {
  const { provider, operation } = about;
  const startedAt = performance.now();
  const count = (outcome: string) =>
    callDuration.observe({ provider, operation, outcome }, (performance.now() - startedAt) / 1_000);
  const span = {
    kind: SpanKind.CLIENT,
    attributes: { 'zawadi.provider': provider, 'zawadi.operation': operation },
  };
  return inSpan(`${provider} ${operation}`, span, async (note) => {
    try {
      const answer = await call();
      const outcome = outcomeOf(answer);
      count(outcome);
      note('zawadi.outcome', outcome);
      return answer;
    } catch (error) {
      count('fault');
      throw error;
    }
  });
}
