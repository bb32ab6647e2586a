import type { WebhookData, WebhookEventName, WebhookType } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { derivedId, newRandomId } from '../../../platform/ids.ts';
import { insertDeliveries } from './delivery-store.ts';
import { tellStreams } from './event-streams.ts';

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
  const named = events.map(({ merchantId, type, data, dedupeKey }) => ({
    id: derivedId('webhook', merchantId, type, dedupeKey),
    merchantId,
    type,
    data,
  }));
  await insertDeliveries(tx, named);
  await tellStreams(tx, named);
}

/**
 * Publishes an event that has no cause, for a merchant who tries things out.
 * @returns its id
 */
export async function publishTestEvent(
  tx: Transaction,
  event: { merchantId: string; type: WebhookType; data: object },
): Promise<string> {
  const id = newRandomId();
  await insertDeliveries(tx, [{ id, ...event }]);
  await tellStreams(tx, [{ id, ...event }]);
  return id;
}
