import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of this process. The code that is measured defines them, and docs/metrics.md documents them. */
export const processMetrics = new Registry();

/** Histogram buckets for durations, in seconds: from an answer from memory to the time limits of providers. */
export const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Starts measuring event loop, memory, processor and garbage collector. A second call has no effect. */
export function measureProcess(): void {
  if (processMetrics.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics({ register: processMetrics });
}

export const databaseUp = new Gauge({
  name: 'zawadi_database_up',
  help: '1 while the database answers this process within two seconds, else 0',
  registers: [processMetrics],
});

export const jobDuration = new Histogram({
  name: 'zawadi_job_duration_seconds',
  help: 'Runs of jobs in this process, by outcome: ok or failed',
  // Prometheus itself sets the labels `job` and `instance`.
  labelNames: ['name', 'outcome'],
  buckets: DURATION_BUCKETS,
  registers: [processMetrics],
});
