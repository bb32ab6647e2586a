import type { WebhookDelivery, WebhookDeliveryDetail, WebhookTry } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  findDeliveryRow,
  listDeliveryRows,
  listAttemptRows,
  type DeliveryFilters,
  type DeliveryRow,
  type AttemptRow,
} from './log-store.ts';
import { payloadOf } from '../../../platform/crypto/webhook-signature.ts';

const NO_ANSWER: Record<string, string> = {
  timeout: 'There was no whole answer within 10 seconds.',
  'not https': 'The address does not begin with https://, so nothing was sent.',
  'not public': 'The address leads into a private network, so nothing was sent.',
  ours: 'The address is one of Zawadi itself, so nothing was sent.',
  ENOTFOUND: 'We could not find this host name.',
  EAI_AGAIN: 'We could not find this host name.',
  ECONNREFUSED: 'The connection was refused: nothing listens at this address.',
  ECONNRESET: 'It closed the connection before it answered.',
  EPIPE: 'It closed the connection before it answered.',
  CERT_HAS_EXPIRED: 'Its TLS certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its TLS certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its TLS certificate is self-signed, so we cannot trust it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its TLS certificate is self-signed, so we cannot trust it.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Its TLS certificate chain is incomplete. Please install the intermediate certificates.',
};

export type ListRequest = {
  merchantId: string;
  state?: WebhookDelivery['state'] | undefined;
  type?: WebhookDelivery['type'] | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** Lists one page of a merchant's delivery log, newest first. */
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
 * Describes one event with its payload and its attempts.
 * @throws Refusal `not_found`, also for another merchant's event
 */
export async function describeDelivery(
  deps: Pick<Deps, 'db'>,
  { merchantId, deliveryId }: { merchantId: string; deliveryId: string },
): Promise<WebhookDeliveryDetail> {
  const row = await findDeliveryRow(deps.db, merchantId, deliveryId);
  if (!row) throw new Refusal('not_found');
  const tries = await listAttemptRows(deps.db, merchantId, [deliveryId]);
  return { ...deliveryOf(row), payload: payloadOf(row), attempts: tries.map(describeAttempt) };
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  const { id, eventId, addressId, type, state, createdAt, tries, lastStatus, nextTryAt } = row;
  return {
    deliveryId: id,
    eventId,
    addressId,
    type,
    state: state === 'pending' ? 'waiting' : state,
    createdAt: createdAt.toISOString(),
    tries,
    ...(lastStatus !== null && { lastStatus }),
    ...(state === 'pending' && { nextTryAt: nextTryAt.toISOString() }),
  };
}

export function describeAttempt(row: AttemptRow): WebhookTry {
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

/** Explains the result of an attempt in one sentence, for the merchant's developers. */
function explainTry({
  status,
  failure,
  isDelivered,
}: Pick<AttemptRow, 'status' | 'failure' | 'isDelivered'>): string {
  if (status === null) return explainFailure(failure ?? '');
  if (isDelivered) return `Delivered: it answered ${status}.`;
  if (status >= 300 && status < 400) {
    return `It answered ${status}, a redirect, which we do not follow. Please save the address it leads to.`;
  }
  if (status === 410) return 'It answered 410, so it wants no more messages.';
  return `It answered ${status}. Only an answer from 200 to 299 counts as delivered.`;
}

function explainFailure(failure: string): string {
  const known = NO_ANSWER[failure];
  if (known !== undefined) return known;
  if (/CERT|SSL|TLS|EPROTO/u.test(failure)) return `No secure connection came about (${failure}).`;
  if (failure.startsWith('HPE_')) return 'Its answer is not HTTP.';
  return `We could not reach it (${failure}).`;
}
