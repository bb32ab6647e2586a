import type { WebhookDelivery, WebhookDeliveryDetail, WebhookTry } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { explainTry } from './explain-try.ts';
import {
  findDeliveryRow,
  listDeliveryRows,
  listTryRows,
  type DeliveryFilters,
  type DeliveryRow,
  type TryRow,
} from './log-store.ts';
import { payloadOf } from './payload.ts';

export type ListRequest = {
  merchantId: string;
  state?: WebhookDelivery['state'] | undefined;
  type?: WebhookDelivery['type'] | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** A page of a merchant's log, newest first. */
export async function listDeliveries(
  deps: Pick<Deps, 'db'>,
  { merchantId, state, type, cursor, limit }: ListRequest,
): Promise<{ deliveries: WebhookDelivery[]; nextCursor?: string }> {
  const filters: DeliveryFilters = {
    merchantId,
    state: state === 'waiting' ? 'pending' : state,
    type,
    after: parseCursor(cursor),
    limit,
  };
  const { shown, nextCursor } = pageOf(await listDeliveryRows(deps.db, filters), limit);
  return { deliveries: shown.map(deliveryOf), ...(nextCursor !== undefined && { nextCursor }) };
}

/**
 * One event with its payload and its tries.
 * @throws Refusal `not_found`, for another merchant's too
 */
export async function describeDelivery(
  deps: Pick<Deps, 'db'>,
  { merchantId, deliveryId }: { merchantId: string; deliveryId: string },
): Promise<WebhookDeliveryDetail> {
  const row = await findDeliveryRow(deps.db, merchantId, deliveryId);
  if (!row) throw new Refusal('not_found');
  const tries = await listTryRows(deps.db, merchantId, deliveryId);
  return { ...deliveryOf(row), payload: payloadOf(row), attempts: tries.map(tryOf) };
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  const { id, type, state, createdAt, tries, lastStatus, nextTryAt } = row;
  return {
    deliveryId: id,
    type,
    state: state === 'pending' ? 'waiting' : state,
    createdAt: createdAt.toISOString(),
    tries,
    ...(lastStatus !== null && { lastStatus }),
    ...(state === 'pending' && { nextTryAt: nextTryAt.toISOString() }),
  };
}

function tryOf(row: TryRow): WebhookTry {
  return {
    number: row.number,
    at: row.startedAt.toISOString(),
    url: row.url,
    durationMs: row.durationMs,
    isDelivered: row.isDelivered,
    ...(row.status !== null && { status: row.status }),
    ...(row.responseBody !== null && { responseBody: row.responseBody }),
    explanation: explainTry(row),
  };
}
