import { Counter } from 'prom-client';
import type { Deps } from '../../../config/deps.ts';
import { batched } from '../../../platform/batcher.ts';
import { processMetrics } from '../../../platform/metrics/registry.ts';
import { storeReports, type Report, type Stored } from './store.ts';

/** Runs after the result of a sent message is stored. A result that comes early shows when the message is sent. */
type OnReported = (dedupeKey: string) => Promise<void>;

const counter = new Counter({
  name: 'zawadi_delivery_reports_total',
  help: 'Delivery reports of SMS and mails that this process has received, by channel and by what became of them',
  labelNames: ['channel', 'outcome'],
  registers: [processMetrics],
});

/** `not_final` leaves the message sent. `unreadable` is a mail to the address for bounces that is no report. */
export function countReport(
  channel: 'sms' | 'email',
  outcome: Stored['outcome'] | 'not_final' | 'unreadable',
): void {
  counter.inc({ channel, outcome });
}

export type ReceiverDeps = Pick<Deps, 'db' | 'log'> & { onReported: OnReported };

type ReceiveReport = (channel: 'sms' | 'email', report: Report) => Promise<void>;

/** Creates the function that stores a report and announces it. Concurrent reports are stored together. */
export function createReportReceiver(deps: ReceiverDeps): ReceiveReport {
  const store = batched((reports: Report[]) => storeReports(deps.db, reports), {
    onBatchError: (error) =>
      deps.log.error({ err: error }, 'storing delivery reports one by one after a failed batch'),
  });
  return async (channel, report) => {
    const stored = await store(report);
    countReport(channel, stored.outcome);
    if (stored.outcome === 'stored' && stored.dedupeKey !== null) await deps.onReported(stored.dedupeKey);
  };
}
