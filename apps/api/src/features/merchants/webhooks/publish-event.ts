import type { WebhookData, WebhookEventName } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import { insertDeliveries } from './delivery-store.ts';

/** An event that a merchant's own system can subscribe to. */
export type WebhookEvent = {
  [T in WebhookEventName]: {
    merchantId: string;
    type: T;
    data: WebhookData<T>;
    /** Names the cause, so that a repeated cause makes one event. */
    dedupeKey: string;
  };
}[WebhookEventName];

/**
 * Publishes an effect to merchants in the transaction of that effect: both happen or neither. One statement for all
 * events, and one row for each that its merchant has subscribed to. A busy path asks first who has a webhook at all.
 */
export async function publishEvent(tx: Transaction, ...events: WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertDeliveries(
    tx,
    events.map(({ merchantId, type, data, dedupeKey }) => ({
      id: derivedId('webhook', merchantId, type, dedupeKey),
      merchantId,
      type,
      data,
    })),
  );
}
