import { createWakeSignal } from '../../../platform/wake-signal.ts';
import type { Deps } from '../../../config/deps.ts';
import { leaseDeliveries, type LeasedDelivery } from './delivery-store.ts';
import { createAttemptRecorder } from './record-attempt-batch.ts';
import { LEASE_MS, sendDelivery } from './send-delivery.ts';

export type WebhookWorker = {
  /** Leases no more deliveries, and waits a few seconds for running attempts. */
  stop: () => Promise<void>;
};

export type WebhookWorkerOptions = {
  /** Maximum concurrent attempts of this process, for all merchants. */
  concurrency: number;
  /** Maximum number of concurrent attempts for one address, across all processes. */
  perAddress?: number;
  pollMs?: number;
  leaseMs?: number;
  /** Checked before each lease. While it resolves to true, the worker leases nothing. */
  isPaused?: () => Promise<boolean>;
};

const PER_ADDRESS = 4;
const POLL_MS = 500;

/**
 * Delivers events to merchants' webhook addresses. Any number of workers may run. Each running attempt has a lease:
 * if its process dies, another worker retries the delivery under the same webhook-id.
 */
export function createWebhookWorker(
  deps: Pick<Deps, 'db' | 'keys' | 'config' | 'clock' | 'log'>,
  options: WebhookWorkerOptions,
): WebhookWorker {
  const { concurrency, perAddress = PER_ADDRESS, pollMs = POLL_MS, leaseMs = LEASE_MS, isPaused } = options;
  const record = createAttemptRecorder(deps, concurrency);
  const underWay = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal();
  let isStopping = false;

  async function take(): Promise<void> {
    while (!isStopping) {
      const free = concurrency - underWay.size;
      for (const leased of free === 0 ? [] : await leaseOrLog(free)) start(leased);
      // Each finished attempt wakes the worker, because its address may have more deliveries.
      await wakeSignal.waitAtMost(pollMs);
    }
  }

  async function leaseOrLog(limit: number): Promise<LeasedDelivery[]> {
    try {
      if (await isPaused?.()) return [];
      return await leaseDeliveries(deps.db, { limit, perAddress, leaseMs });
    } catch (error) {
      deps.log.warn({ err: error }, 'webhook deliveries could not be read');
      return [];
    }
  }

  function start(leased: LeasedDelivery): void {
    const work = deliver(leased).finally(() => {
      underWay.delete(work);
      wakeSignal.wake();
    });
    underWay.add(work);
  }

  async function deliver(leased: LeasedDelivery): Promise<void> {
    const about = {
      deliveryId: leased.id,
      merchantId: leased.merchantId,
      addressId: leased.addressId,
      attempt: leased.tries,
    };
    try {
      const result = await sendDelivery(deps, leased);
      const isRecorded = await record(leased, result);
      if (!isRecorded)
        deps.log.warn(about, 'a webhook attempt outlasted its lease, and another worker retried it');
    } catch (error) {
      deps.log.error(
        { ...about, err: error },
        'an attempt of a webhook could not be recorded; its lease will run out',
      );
    }
  }

  const taking = take();
  return {
    stop: async () => {
      isStopping = true;
      wakeSignal.wake();
      await taking;
      await Promise.allSettled(underWay);
    },
  };
}
