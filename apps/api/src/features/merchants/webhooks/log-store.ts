import { sql } from 'kysely';
import type { WebhookType } from '@zawadi/contract';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type DeliveryRow = {
  id: string;
  eventId: string;
  addressId: string;
  type: WebhookType;
  state: 'pending' | 'delivered' | 'failed';
  createdAt: Date;
  tries: number;
  lastStatus: number | null;
  /** When the next attempt is due. Includes the pause of its address. */
  nextTryAt: Date;
};

const deliveryColumns = sql`
  d.id, d.event_id as "eventId", d.address_id as "addressId", d.type, d.state, d.created_at as "createdAt", d.tries,
  d.last_status as "lastStatus", greatest(d.next_try_at, e.resumes_at) as "nextTryAt"`;

export type DeliveryFilters = {
  merchantId: string;
  state: DeliveryRow['state'] | undefined;
  type: WebhookType | undefined;
  after: Place | undefined;
  limit: number;
};

/** Lists deliveries, newest first. Returns one extra row if there are more. */
export async function listDeliveryRows(
  db: Db,
  { merchantId, state, type, after, limit }: DeliveryFilters,
): Promise<(DeliveryRow & { place: Place })[]> {
  const { rows } = await sql<DeliveryRow & { instant: string }>`
    select ${deliveryColumns}, d.created_at::text as instant
    from webhook_deliveries d left join webhook_addresses e on e.id = d.address_id
    where d.merchant_id = ${merchantId}
      and (${state ?? null}::text is null or d.state = ${state ?? null})
      and (${type ?? null}::text is null or d.type = ${type ?? null})
      and (
        ${after?.instant ?? null}::timestamptz is null
        or (d.created_at, d.id) < (${after?.instant ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by d.created_at desc, d.id desc
    limit ${limit + 1}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}

export async function findDeliveryRow(
  db: Db,
  merchantId: string,
  id: string,
): Promise<(DeliveryRow & { data: object }) | undefined> {
  const { rows } = await sql<DeliveryRow & { data: object }>`
    select ${deliveryColumns}, d.data
    from webhook_deliveries d left join webhook_addresses e on e.id = d.address_id
    where d.merchant_id = ${merchantId} and d.id = ${id}`.execute(db);
  return rows[0];
}

/** Number of newest events to search for the last attempt. A busy merchant's log is too long to search whole. */
const LATEST_EVENTS = 1_000;

type LastTried = { at: Date; type: WebhookType; isDelivered: boolean; status: number | null };

/** Reads the latest event that was sent to a merchant, whatever the result. */
export async function readLastTried(db: Db, merchantId: string): Promise<LastTried | undefined> {
  const { rows } = await sql<LastTried>`
    select last_tried_at as at, type, state = 'delivered' as "isDelivered", last_status as status
    from (
      select * from webhook_deliveries where merchant_id = ${merchantId}
      order by created_at desc, id desc limit ${LATEST_EVENTS}
    ) latest
    where last_tried_at is not null order by last_tried_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Counts a merchant's pending deliveries, up to a thousand. */
export async function countWaiting(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from webhook_deliveries where merchant_id = ${merchantId} and state = 'pending' limit ${LATEST_EVENTS}
    ) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

export type AttemptRow = {
  number: number;
  url: string;
  startedAt: Date;
  durationMs: number;
  isDelivered: boolean;
  status: number | null;
  responseBody: string | null;
  /** Short code for the reason of a missing answer. */
  failure: string | null;
};

const ATTEMPTS_SHOWN = 50;

/** Lists the attempts of each delivery, latest first. */
export async function listAttemptRows(
  db: Db,
  merchantId: string,
  deliveryIds: readonly string[],
): Promise<(AttemptRow & { deliveryId: string })[]> {
  const { rows } = await sql<AttemptRow & { deliveryId: string }>`
    select t.delivery_id as "deliveryId", t.number, t.url, t.started_at as "startedAt", t.duration_ms as "durationMs",
      t.is_delivered as "isDelivered", t.status, t.response_body as "responseBody", t.failure
    from unnest(${deliveryIds}::uuid[]) as wanted (id) cross join lateral (
      select * from webhook_tries t where t.merchant_id = ${merchantId} and t.delivery_id = wanted.id
      order by t.number desc limit ${ATTEMPTS_SHOWN}
    ) t
    order by t.delivery_id, t.number desc`.execute(db);
  return rows;
}

export type NewAttempt = AttemptRow & { merchantId: string; deliveryId: string };

export async function insertAttempts(tx: Transaction, attempts: readonly NewAttempt[]): Promise<void> {
  await sql`
    insert into webhook_tries (
      merchant_id, delivery_id, number, url, started_at, duration_ms, is_delivered, status, response_body, failure
    )
    select * from unnest(
      ${attempts.map(({ merchantId }) => merchantId)}::uuid[],
      ${attempts.map(({ deliveryId }) => deliveryId)}::uuid[],
      ${attempts.map(({ number }) => number)}::int[],
      ${attempts.map(({ url }) => url)}::text[],
      ${attempts.map(({ startedAt }) => startedAt)}::timestamptz[],
      ${attempts.map(({ durationMs }) => durationMs)}::int[],
      ${attempts.map(({ isDelivered }) => isDelivered)}::boolean[],
      ${attempts.map(({ status }) => status)}::int[],
      ${attempts.map(({ responseBody }) => responseBody)}::text[],
      ${attempts.map(({ failure }) => failure)}::text[]
    )`.execute(tx);
}
