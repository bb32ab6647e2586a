import { Counter } from 'prom-client';
import { crashPoint } from '../../../platform/crash-points.ts';
import { processMetrics } from '../../../platform/metrics/registry.ts';
import { queryOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { applyStored, type Applied } from './apply-message.ts';
import { checkPayBillPayments } from './check-pay-bill-payments.ts';
import { pullPayments } from './pull-payments.ts';
import { findWaitingMessages } from './store.ts';

const AT_ONCE = 100;

const callbacks = new Counter({
  name: 'zawadi_callbacks_total',
  help: 'Messages of M-PESA that this process has applied, by kind and by what became of them',
  labelNames: ['kind', 'outcome'],
  registers: [processMetrics],
});

/** Counts a callback in the metrics. Our code has few values for both labels, so the metric has few series. */
export function countCallback(kind: string, outcome: string): void {
  callbacks.inc({ kind, outcome });
}

/**
 * Applies one stored message exactly once; queries M-PESA if the message alone proves nothing.
 * @param apply applies the message; by default in a transaction of its own
 */
export async function processMessage(
  deps: OrderDeps,
  messageId: string,
  apply: () => Promise<Applied | undefined> = () => applyStored(deps, messageId),
): Promise<void> {
  const applied = await apply().catch((error: unknown) => {
    countCallback('any', 'fault');
    throw error;
  });
  if (!applied) return;
  countCallback(applied.purpose, typeof applied.outcome === 'string' ? applied.outcome : 'confirmed');
  crashPoint('message-applied', applied.purpose);
  const { outcome, homeId, targetId: id } = applied;
  if (typeof outcome !== 'string') await pullPayments(deps, outcome.paidAt);
  else if (outcome === 'to_check') await checkPayBillPayments(deps);
  else if (outcome.startsWith('ask_')) await queryOrder(deps, { homeId, id }, 'worker');
}

/** Applies messages that a dead process stored but did not apply. A message that fails does not block the others. */
export async function sweepMessages(deps: OrderDeps): Promise<void> {
  for (let after: string | undefined; ;) {
    const ids = await findWaitingMessages(deps.db, { after, limit: AT_ONCE });
    for (const id of ids) {
      await processMessage(deps, id).catch((error: unknown) => {
        deps.log.error({ err: error, messageId: id }, 'a provider message cannot be applied');
      });
    }
    if (ids.length < AT_ONCE) return;
    after = ids.at(-1);
  }
}
