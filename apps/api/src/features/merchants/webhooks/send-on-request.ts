import type { WebhookDeliveryDetail } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { newRandomId } from '../../../platform/ids.ts';
import { restartDelivery, insertLeasedDelivery } from './delivery-store.ts';
import { describeDelivery } from './describe-delivery.ts';
import { liftHold, lockEndpoint } from './endpoint-store.ts';
import { recordAttempt } from './record-attempt.ts';
import { LEASE_MS, sendDelivery } from './send-delivery.ts';

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

/**
 * Sends a signed test to the saved address, once, and waits for what comes back.
 * @throws Refusal `webhook_not_set`
 */
export async function testWebhook(
  deps: Pick<Deps, 'db' | 'keys' | 'config' | 'clock'>,
  { merchantId }: { merchantId: string },
): Promise<WebhookDeliveryDetail> {
  const leased = await insertLeasedDelivery(
    deps.db,
    {
      id: newRandomId(),
      merchantId,
      type: 'webhook.test',
      data: { message: 'Habari! This is a test. If you can read this, your webhook works.' },
    },
    LEASE_MS,
  );
  if (!leased) throw new Refusal('webhook_not_set');
  await recordAttempt(deps, leased, await sendDelivery(deps, leased));
  return describeDelivery(deps, { merchantId, deliveryId: leased.id });
}
