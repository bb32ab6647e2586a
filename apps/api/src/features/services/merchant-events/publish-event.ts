import type { WebhookData, WebhookEventName, WebhookType } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { derivedId, newRandomId } from '../../../platform/ids.ts';
import { payloadOf } from '../../../platform/crypto/webhook-signature.ts';
import { notifyListeners } from '../../../platform/db/listen.ts';
import { findOpenStreams, insertDeliveries, type NewEvent } from './store.ts';

/** PostgreSQL channel that carries events to the processes that hold a merchant's event streams. */
export const MERCHANT_EVENTS_CHANNEL = 'merchant-events';
/** A PostgreSQL notification carries less than 8,000 bytes; a longer one fails the transaction. */
const LARGEST_BYTES = 7_900;

/** An event that a merchant's own system can subscribe to. */
export type WebhookEvent = {
  [T in WebhookEventName]: {
    merchantId: string;
    type: T;
    data: WebhookData<T>;
    /** Identifies the cause, so that a repeated cause makes one event. */
    dedupeKey: string;
  };
}[WebhookEventName];

/**
 * Publishes events to merchants in the transaction of their cause: both are committed, or neither. Executes one SQL
 * statement for all events and inserts one row for each subscribed URL. A hot path first checks whether its merchant
 * has a webhook at all.
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
  await notifyStreams(tx, named);
}

/**
 * Publishes a test event, by which a merchant tests its webhook.
 * @returns the event's id
 */
export async function publishTestEvent(
  tx: Transaction,
  event: { merchantId: string; type: WebhookType; data: object },
): Promise<string> {
  const id = newRandomId();
  await insertDeliveries(tx, [{ id, ...event }]);
  await notifyStreams(tx, [{ id, ...event }]);
  return id;
}

/**
 * Notifies the programs that listen to event streams, when this transaction has committed. Costs one query when no
 * stream is open.
 */
async function notifyStreams(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  const open = await findOpenStreams(tx, [...new Set(events.map(({ merchantId }) => merchantId))]);
  if (open.length === 0) return;
  const openedBy = new Map(open.map(({ merchantId, at }) => [merchantId, at]));
  const payloads = events.flatMap(({ merchantId, id, type, data }) => {
    const createdAt = openedBy.get(merchantId);
    if (!createdAt) return [];
    return JSON.stringify({ merchantId, id, type, payload: payloadOf({ type, createdAt, data }) });
  });
  await notifyListeners(
    tx,
    MERCHANT_EVENTS_CHANNEL,
    payloads.filter((payload) => Buffer.byteLength(payload) <= LARGEST_BYTES),
  );
}
