import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { WebhookType } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { NewEvent } from '../../services/merchant-events/index.ts';
import { removeOldAddresses, type AddressKey } from './address-store.ts';

/** A delivery that this process has leased, with everything needed to send it. */
export type LeasedDelivery = {
  merchantId: string;
  id: string;
  /** `webhook-id` header of every attempt; the same at every address. */
  eventId: string;
  addressId: string;
  type: WebhookType;
  data: object;
  createdAt: Date;
  /** Number of attempts, including the current one. */
  tries: number;
  retriesUsed: number;
  leaseToken: string;
  url: string;
  /** Signing secret, sealed. */
  secret: Buffer;
  /** Old signing secret, sealed; null if it no longer signs. */
  oldSecret: Buffer | null;
  /** Trace of the request that published the event. */
  traceparent: string | null;
};

const leasedColumns = sql`
  d.merchant_id as "merchantId", d.id, d.event_id as "eventId", d.address_id as "addressId", d.type, d.data, d.created_at as "createdAt", d.tries,
  d.retries_used as "retriesUsed", d.lease_token as "leaseToken", e.url, e.secret,
  case when e.old_secret_until > moment() then e.old_secret end as "oldSecret", d.traceparent`;

const isDue = sql`
  d.state = 'pending' and d.next_try_at <= moment() and (d.lease_until is null or d.lease_until < now())`;

/**
 * Leases due deliveries, a few per address, so that one address's backlog delays no other. A failing address gets one
 * attempt at a time, and none during its pause. An inactive merchant gets none.
 */
export async function leaseDeliveries(
  db: Db,
  options: { limit: number; perAddress: number; leaseMs: number },
): Promise<LeasedDelivery[]> {
  // The recursive query jumps from address to address in the index of pending deliveries, so a long backlog costs
  // nothing. The lock on an address makes the count of running attempts exact across all workers.
  const { rows } = await sql<LeasedDelivery>`
    with recursive waiting as (
      (select address_id from webhook_deliveries where state = 'pending' order by address_id limit 1)
      union all
      select (
        select d.address_id from webhook_deliveries d
        where d.state = 'pending' and d.address_id > w.address_id order by d.address_id limit 1
      )
      from waiting w where w.address_id is not null
    ), ready as materialized (
      select e.id as address_id, e.url, e.secret, e.old_secret, e.old_secret_until,
        case when e.failures = 0 then ${options.perAddress}::integer else 1 end as at_once
      from waiting w
      join webhook_addresses e on e.id = w.address_id
      where e.url is not null and e.switched_off_at is null and e.resumes_at <= moment()
        and exists (
          select from merchants m where m.id = e.merchant_id and m.status in ('ACTIVE', 'PENDING')
        )
        and exists (select from webhook_deliveries d where d.address_id = e.id and ${isDue})
      order by random()
      limit ${options.limit}
      for no key update of e skip locked
    ), due as materialized (
      select chosen.merchant_id, chosen.id
      from ready r cross join lateral (
        select d.merchant_id, d.id from webhook_deliveries d
        where d.address_id = r.address_id and ${isDue}
        order by d.next_try_at, d.id
        limit greatest(0, r.at_once - (
          select count(*) from webhook_deliveries f
          where f.address_id = r.address_id and f.lease_token is not null and f.lease_until >= now()
        ))
        for update of d skip locked
      ) chosen
      limit ${options.limit}
    )
    update webhook_deliveries d
    set lease_token = gen_random_uuid(), lease_until = now() + ${options.leaseMs}::integer * interval '1 millisecond',
      tries = d.tries + 1
    from due cross join ready e
    where d.merchant_id = due.merchant_id and d.id = due.id and e.address_id = d.address_id
    returning ${leasedColumns}`.execute(db);
  return rows;
}

/**
 * Inserts a test event for one address. Leases it to the current request, which waits for the result.
 * @returns undefined if the address does not exist
 */
export async function insertLeasedDelivery(
  db: Db,
  event: NewEvent & AddressKey,
  leaseMs: number,
): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<LeasedDelivery>`
    with d as (
      insert into webhook_deliveries
        (merchant_id, id, event_id, address_id, type, data, tries, lease_token, lease_until)
      select e.merchant_id, ${event.id}, ${event.id}, e.id, ${event.type}, ${JSON.stringify(event.data)}::json, 1,
        gen_random_uuid(), now() + ${leaseMs}::integer * interval '1 millisecond'
      from webhook_addresses e
      where e.id = ${event.addressId} and e.merchant_id = ${event.merchantId} and e.url is not null
      returning *
    )
    select ${leasedColumns} from d join webhook_addresses e on e.id = d.address_id`.execute(db);
  return rows[0];
}

/**
 * Stores a delivery's state after an attempt.
 * @returns false if another worker has leased the delivery since
 */
export async function finishAttempt(
  tx: Transaction,
  leased: LeasedDelivery,
  next: { state: 'pending' | 'delivered' | 'failed'; delayMs: number; status: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries
    set state = ${next.state}, retries_used = retries_used + 1, last_status = ${next.status}, last_tried_at = moment(),
      next_try_at = moment() + ${next.delayMs}::float8 * interval '1 millisecond', lease_token = null, lease_until = null
    where merchant_id = ${leased.merchantId} and id = ${leased.id} and lease_token = ${leased.leaseToken}
    returning 1`.execute(tx);
  return rows.length === 1;
}

/**
 * Marks deliveries as delivered.
 * @returns ids of the deliveries whose lease was still ours
 */
export async function finishDelivered(
  tx: Transaction,
  delivered: readonly { leased: LeasedDelivery; status: number | null }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries d
    set state = 'delivered', retries_used = retries_used + 1, last_status = ended.status, last_tried_at = moment(),
      next_try_at = moment(), lease_token = null, lease_until = null
    from unnest(
      ${delivered.map(({ leased }) => leased.merchantId)}::uuid[],
      ${delivered.map(({ leased }) => leased.id)}::uuid[],
      ${delivered.map(({ leased }) => leased.leaseToken)}::uuid[],
      ${delivered.map(({ status }) => status)}::int[]
    ) as ended (merchant_id, id, lease_token, status)
    where d.merchant_id = ended.merchant_id and d.id = ended.id and d.lease_token = ended.lease_token
    returning d.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Gives up all pending deliveries of an address. A running attempt ends normally. The caller has locked the address.
 */
export async function abandonPending(tx: Transaction, addressId: string): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'failed'
    where address_id = ${addressId} and state = 'pending' and lease_token is null`.execute(tx);
}

/** Finds the address of a delivery; undefined if the merchant has no such delivery. */
export async function findAddressOf(
  tx: Transaction,
  merchantId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ addressId: string }>`
    select address_id as "addressId" from webhook_deliveries
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return rows[0]?.addressId;
}

/** Makes a delivery due now, with a full set of retries. Does nothing while an attempt is running. */
export async function restartDelivery(tx: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`
    update webhook_deliveries
    set state = 'pending', retries_used = case when lease_token is null then 0 else retries_used end,
      next_try_at = moment()
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export type DeliveryQueue = { oldestDueAt: Date | null; givenUp: number };

/**
 * Reads the oldest due delivery that no worker is sending, and counts deliveries given up within a day. An inactive
 * merchant's deliveries do not count as waiting.
 */
export async function readDeliveryQueue(db: Db): Promise<DeliveryQueue> {
  const { rows } = await sql<DeliveryQueue>`
    select (
        select min(d.next_try_at) from webhook_deliveries d
        join webhook_addresses e on e.id = d.address_id
        join merchants m on m.id = e.merchant_id
        where ${isDue} and e.url is not null and e.switched_off_at is null and e.resumes_at <= moment()
          and m.status in ('ACTIVE', 'PENDING')
      ) as "oldestDueAt",
      (select count(*)::int from webhook_deliveries
        where state = 'failed' and last_tried_at > moment() - interval '1 day') as "givenUp"`.execute(db);
  return rows[0] ?? { oldestDueAt: null, givenUp: 0 };
}

/**
 * Deletes finished deliveries older than 30 days with their attempts, a batch at a time.
 * @returns the number of deleted deliveries
 */
export async function removeOldDeliveries(db: Db): Promise<number> {
  for (let removed = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_deliveries where (merchant_id, id) in (
        select old.merchant_id, old.id from (select distinct merchant_id from webhook_addresses) e cross join lateral (
          select d.merchant_id, d.id from webhook_deliveries d
          where d.merchant_id = e.merchant_id and d.created_at < moment() - ${RETENTION.webhook_deliveries.after}::interval and d.state <> 'pending'
          order by d.created_at limit 1000
        ) old limit 5000
      )`.execute(db);
    if (numAffectedRows === 0n) {
      await removeOldAddresses(db, RETENTION.webhook_deliveries.after);
      return removed;
    }
    removed += Number(numAffectedRows);
  }
}
