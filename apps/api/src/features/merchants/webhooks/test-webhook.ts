import type { WebhookDeliveryDetail } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { newRandomId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { insertLeasedDelivery } from './delivery-store.ts';
import { describeDelivery } from './describe-delivery.ts';
import { recordAttempt } from './record-attempt.ts';
import { LEASE_MS, sendDelivery } from './send-delivery.ts';

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
