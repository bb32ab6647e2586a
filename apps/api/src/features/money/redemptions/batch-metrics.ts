import { Counter, Histogram } from 'prom-client';
import { DURATION_BUCKETS, processMetrics } from '../../../platform/metrics/registry.ts';

const registers = [processMetrics];
const batchSize = new Histogram({
  name: 'zawadi_redemption_batch_size',
  help: 'Redemptions that share a transaction',
  buckets: [1, 2, 4, 8, 16, 32, 64],
  registers,
});
const batchWait = new Histogram({
  name: 'zawadi_redemption_batch_wait_seconds',
  help: 'How long the first redemption of each batch has waited for it',
  buckets: DURATION_BUCKETS,
  registers,
});
const runAlone = new Counter({
  name: 'zawadi_redemptions_run_alone_total',
  help: 'Redemptions that were run outside of a batch, because their voucher was held or their batch failed',
  registers,
});

/** Records size and longest wait of a batch. Once per batch, not per redemption, because this is the busiest path. */
export function observeBatch(size: number, firstWaitMs: number): void {
  batchSize.observe(size);
  batchWait.observe(firstWaitMs / 1_000);
}

export function countSingleRun(): void {
  runAlone.inc();
}
