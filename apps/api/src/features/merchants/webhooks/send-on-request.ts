import type { WebhookDeliveryDetail } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { newRandomId } from '../../../platform/ids.ts';
import { findAddressOf, insertLeasedDelivery, restartDelivery } from './delivery-store.ts';
import { describeDelivery } from './describe-delivery.ts';
import { liftHold, lockAddress, type AddressKey } from './address-store.ts';
import { recordAttempt } from './record-attempt.ts';
import { LEASE_MS, sendDelivery } from './send-delivery.ts';

/**
 * Sends an event again to one address, under the same id and with a full set of retries.
 * @throws Refusal `not_found`, `webhook_not_set`, `webhook_switched_off`
 */
export async function sendAgain(
  deps: Pick<Deps, 'db'>,
  { merchantId, deliveryId }: { merchantId: string; deliveryId: string },
): Promise<WebhookDeliveryDetail> {
  await inTransaction(deps.db, async (tx) => {
    const addressId = await findAddressOf(tx, merchantId, deliveryId);
    if (addressId === undefined) throw new Refusal('not_found');
    const address = await lockAddress(tx, { merchantId, addressId });
    if (!address || address.url === null) throw new Refusal('webhook_not_set');
    if (address.isSwitchedOff) throw new Refusal('webhook_switched_off');
    await restartDelivery(tx, merchantId, deliveryId);
    await liftHold(tx, addressId);
  });
  return describeDelivery(deps, { merchantId, deliveryId });
}

/**
 * Sends one signed test event to an address and waits for the answer.
 * @throws Refusal `webhook_not_set` if the first address is not saved, `not_found` for any other unknown
 *   address
 */
export async function testWebhook(
  deps: Pick<Deps, 'db' | 'keys' | 'config' | 'clock'>,
  { merchantId, addressId }: AddressKey,
): Promise<WebhookDeliveryDetail> {
  const leased = await insertLeasedDelivery(
    deps.db,
    {
      id: newRandomId(),
      merchantId,
      addressId,
      type: 'webhook.test',
      data: { message: 'Habari! This is a test. If you can read this, your webhook works.' },
    },
    LEASE_MS,
  );
  if (!leased) throw new Refusal(addressId === merchantId ? 'webhook_not_set' : 'not_found');
  await recordAttempt(deps, leased, await sendDelivery(deps, leased));
  return describeDelivery(deps, { merchantId, deliveryId: leased.id });
}
