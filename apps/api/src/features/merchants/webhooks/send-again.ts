import type { WebhookDeliveryDetail } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { restartDelivery } from './delivery-store.ts';
import { describeDelivery } from './describe-delivery.ts';
import { liftHold, lockEndpoint } from './endpoint-store.ts';

/**
 * Sends an event again at once, under the same id, with all its retries before it.
 * @throws Refusal `not_found`, `webhook_not_set`, `webhook_switched_off`
 */
export async function sendAgain(
  deps: Pick<Deps, 'db'>,
  { merchantId, deliveryId }: { merchantId: string; deliveryId: string },
): Promise<WebhookDeliveryDetail> {
  await inTransaction(deps.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId);
    if (!(await restartDelivery(tx, merchantId, deliveryId))) throw new Refusal('not_found');
    if (!endpoint || endpoint.url === null) throw new Refusal('webhook_not_set');
    if (endpoint.isSwitchedOff) throw new Refusal('webhook_switched_off');
    await liftHold(tx, merchantId);
  });
  return describeDelivery(deps, { merchantId, deliveryId });
}
