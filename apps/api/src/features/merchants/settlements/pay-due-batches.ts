import { Refusal } from '../../../platform/refusal.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { circuitOpenSeconds } from '../../mpesa/client/index.ts';
import { readStopRefusal } from '../../services/stops/index.ts';
import { startPayOut } from './start-pay-out.ts';
import { listPayable } from './store.ts';

const AT_ONCE = 20;

/**
 * Starts the pay-out of every due batch that needs no approval.
 * @param only restricts the run to one merchant
 */
export async function payDueBatches(deps: OrderDeps, only: { merchantId?: string } = {}): Promise<void> {
  if (await readStopRefusal(deps.db, 'settling')) return;
  const seen = new Set<string>();
  while ((await circuitOpenSeconds(deps.db, 'settlements')) === 0) {
    const due = await listPayable(deps.db, AT_ONCE, only);
    const fresh = due.filter(({ settlementId }) => !seen.has(settlementId));
    for (const key of fresh) {
      seen.add(key.settlementId);
      await startPayOut(deps, { ...key, auditor: undefined }).catch((error: unknown) => {
        // A refusal means that another process has started the batch, or that it may not start now.
        if (error instanceof Refusal) return;
        deps.log.error({ err: error, ...key }, 'failed to start a settlement');
      });
    }
    if (fresh.length < AT_ONCE) return;
  }
}
